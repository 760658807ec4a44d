/** The papers behind the lessons, by short names; the documents, which have no titles, are among the texts. `docs/sources.md` is the one list. */

export const SOURCES = /** @type {Record<string, string>} */ ({
  warnsdorff: 'H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823',
  pohl: 'I. Pohl, A method for finding Hamilton paths and knight’s tours, Communications of the ACM 10, 1967',
  squirrel:
    'D. Squirrel and P. Cull, A Warnsdorff-rule algorithm for knight’s tours on square chessboards, 1996',
  ganzfried: 'S. Ganzfried, A simple algorithm for knight’s tours, 2004',
  schwenk:
    'A. J. Schwenk, Which rectangular chessboards have a knight’s tour?, Mathematics Magazine 64, 1991',
  cull: 'P. Cull and J. De Curtins, Knight’s tour revisited, Fibonacci Quarterly 16, 1978',
  conrad:
    'A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, Solution of the knight’s Hamiltonian path problem on chessboards, Discrete Applied Mathematics 50, 1994',
  leapers: 'D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994',
  parberry:
    'I. Parberry, An efficient algorithm for the knight’s tour problem, Discrete Applied Mathematics 73, 1997',
  besa: 'J. J. Besa, T. Johnson, N. Mamano, M. C. Osegueda and I. Parada, Taming the knight’s tour: minimizing turns and crossings, arXiv 1904.02824',
  mckay:
    'B. D. McKay, Knight’s tours of an 8 × 8 chessboard, Technical Report TR-CS-97-03, Australian National University, 1997',
  wegener:
    'M. Löbbing and I. Wegener, The number of knight’s tours equals 33,439,123,484,294, Electronic Journal of Combinatorics 3, 1996 (the number is wrong)',
  lin: 'S. Lin and B. W. Kernighan, An effective heuristic algorithm for the traveling-salesman problem, Operations Research 21, 1973',
  knuth: 'D. E. Knuth, The Art of Computer Programming 4, pre-fascicle 8A',
  oeis: 'The On-Line Encyclopedia of Integer Sequences: A001230, A165134, A070030, A383661',
});
