/** The chapters in the order they are read. Small: every tab may link here. */

export const CHAPTERS = ['puzzle', 'backtracking'];
