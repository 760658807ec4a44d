/* Plain backtracking as it is usually written: the peer of `ktour bench backtracking`.
   Usage: backtrack ROWS COLS REPEATS; start (0,0), the report's move order.
   Prints the processor's seconds of the fastest repeat, leaps tested, and squares entered after the start. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rows, cols, board[32][32];
static long long tested, entered;
static const int drow[8] = {-2, -1, 1, 2, 2, 1, -1, -2};
static const int dcol[8] = {1, 2, 2, 1, -1, -2, -2, -1};

static int extend(int row, int col, int step) {
    if (step == rows * cols) return 1;
    for (int i = 0; i < 8; i++) {
        int r = row + drow[i], c = col + dcol[i];
        tested++;
        if (r < 0 || r >= rows || c < 0 || c >= cols || board[r][c]) continue;
        board[r][c] = step + 1;
        entered++;
        if (extend(r, c, step + 1)) return 1;
        board[r][c] = 0;
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    rows = atoi(argv[1]);
    cols = atoi(argv[2]);
    if (rows < 1 || rows > 32 || cols < 1 || cols > 32) return 2;
    double best = 1e9;
    for (int repeat = atoi(argv[3]); repeat > 0; repeat--) {
        struct timespec a, b;
        memset(board, 0, sizeof board);
        tested = entered = 0;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        board[0][0] = 1;
        extend(0, 0, 1);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        double seconds = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9;
        if (seconds < best) best = seconds;
    }
    printf("%.9f %lld %lld\n", best, tested, entered);
    return 0;
}
