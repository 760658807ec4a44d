/* Warnsdorff's rule, ties to the square farthest from the centre: the peer of `ktour bench warnsdorff`.
   Usage: warnsdorff SIDE REPEATS; start at the top left, the report's move order.
   Onward leaps are counted once and kept up to date, as a careful plain program does.
   Prints the processor's seconds of the fastest repeat, the squares visited, and a checksum of the path. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const int dx[8] = {1, 2, 2, 1, -1, -2, -2, -1};
static const int dy[8] = {-2, -1, 1, 2, 2, 1, -1, -2};
static int side;
static int *number;
static signed char *onward;

static int inside(int x, int y) { return x >= 0 && x < side && y >= 0 && y < side; }

static long long walk(unsigned long long *sum) {
    long long squares = (long long)side * side;
    for (long long i = 0; i < squares; i++) number[i] = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int count = 0;
            for (int i = 0; i < 8; i++) count += inside(x + dx[i], y + dy[i]);
            onward[(long long)y * side + x] = (signed char)count;
        }
    int x = 0, y = 0;
    long long step = 1;
    unsigned long long checksum = 0;
    for (;;) {
        number[(long long)y * side + x] = (int)step;
        checksum = checksum * 31 + (unsigned long long)((long long)y * side + x);
        int best = -1, fewest = 9;
        long long farthest = -1;
        for (int i = 0; i < 8; i++) {
            int u = x + dx[i], v = y + dy[i];
            if (!inside(u, v)) continue;
            long long at = (long long)v * side + u;
            if (number[at]) continue;
            int count = --onward[at];
            if (count > fewest) continue;
            long long p = 2 * u - (side - 1), q = 2 * v - (side - 1), distance = p * p + q * q;
            if (count < fewest || distance > farthest) {
                fewest = count;
                farthest = distance;
                best = i;
            }
        }
        if (best < 0) break;
        x += dx[best];
        y += dy[best];
        step++;
    }
    *sum = checksum;
    return step;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    side = atoi(argv[1]);
    if (side < 1 || side > 20000) return 2;
    number = malloc(sizeof(int) * (size_t)side * side);
    onward = malloc((size_t)side * side);
    if (!number || !onward) return 3;
    double best = 1e9;
    long long visited = 0;
    unsigned long long sum = 0;
    for (int repeat = atoi(argv[2]); repeat > 0; repeat--) {
        struct timespec a, b;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        visited = walk(&sum);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        double seconds = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9;
        if (seconds < best) best = seconds;
    }
    printf("%.9f %lld %llu\n", best, visited, sum);
    return 0;
}
