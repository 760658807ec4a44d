/** Chapter 7, counting: all tours of a small board, the frontier, states against tours, and classes. */

import { h } from '../../../lib/dom.js';
import { readFile } from '../../../lib/files.js';
import { chips, numberField } from '../controls.js';
import { createFrontier } from '../figures/frontier.js';
import { gallery } from '../figures/gallery.js';

/** @typedef {import('../figure.js').Figure} Figure */
/** @typedef {import('../exercise.js').Exercise} Exercise */

const rectangle = (/** @type {number} */ files, /** @type {number} */ ranks) => ({
  files,
  ranks,
  holes: /** @type {string[]} */ ([]),
});
/** Boards whose tours are counted one after the other. */
const BOARDS = ['5x6', '6x6', '5x8', '6x7', '6x8'];

/** @type {import('../lesson.js').Chapter} */
export const many = {
  sections: [
    { name: 'list', figure: list },
    { name: 'eye', figure: eye },
    { name: 'frontier', figure: (figure) => createFrontier(figure, rectangle(12, 3)) },
    { name: 'states', figure: states },
    { name: 'classes', figure: classes },
  ],
  exercises: [
    { name: 'three', make: three },
    { name: 'five', make: five },
  ],
  sources: ['wegener', 'mckay', 'knuth', 'oeis'],
  onward: 'count',
};

/** The result of a count. @param {Figure} figure @param {Record<string, any>} puzzle @returns {Promise<any>} */
const counted = (figure, puzzle) => new Promise((end) => figure.stream('count', puzzle, { end }));

/** 3×4: all of them, listed. @param {Figure} figure */
function list(figure) {
  const shape = rectangle(3, 4);
  figure.run(async (ask) => {
    const { tours } = await ask('tours', { board: shape, kind: 'open', limit: 100, measure: true });
    figure.view.replaceChildren(gallery(figure.t, shape, tours));
    const { directed, undirected } = await counted(figure, { board: shape, kind: 'open' });
    figure.report(
      figure.text('caption', {
        n: tours.length,
        directed: Number(directed),
        undirected: Number(undirected),
      }),
      { listed: tours.length, directed: Number(directed), undirected: Number(undirected) },
    );
  });
}

/** 5×6: pictures of its closed tours, all or one of each class. @param {Figure} figure */
function eye(figure) {
  const shape = rectangle(5, 6);
  figure.side.append(
    chips(
      figure.text('which'),
      ['all', 'unique'].map((name) => [name, figure.text(name)]),
      'all',
      (name) => show(name === 'unique'),
    ).element,
  );
  show(false);

  /** @param {boolean} unique */
  function show(unique) {
    figure.run(async (ask) => {
      const { tours } = await ask('tours', {
        board: shape,
        kind: 'closed',
        limit: 100,
        measure: true,
        ...(unique && { unique }),
      });
      figure.view.replaceChildren(gallery(figure.t, shape, tours));
      figure.report(figure.text(unique ? 'one' : 'caption', { n: tours.length }), {
        tours: tours.length,
      });
    });
  }
}

/** Tours and states, board by board. @param {Figure} figure */
function states(figure) {
  const { t } = figure;
  const body = h('tbody');
  figure.view.append(
    h(
      'table',
      { class: 'numbers' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['board', 'tours', 'states'].map((name) =>
            h('th', { scope: 'col' }, figure.text(name)),
          ),
        ),
      ),
      body,
    ),
  );
  figure.wait(t('lesson.working'));
  (async () => {
    let last = { undirected: '0', states: '0' };
    for (const board of BOARDS) {
      last = await counted(figure, { board, kind: 'closed' });
      body.append(
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, board.replace('x', '×')),
          h('td', {}, t.number(BigInt(last.undirected))),
          h('td', {}, t.number(BigInt(last.states))),
        ),
      );
    }
    // Counted once, and too long to wait for here: the tab Count does it.
    const { undirected } = (await readFile('data/counts.json'))['8x8 closed'];
    body.append(
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, '8×8'),
        h('td', {}, t.number(BigInt(undirected))),
        h('td', {}, '…'),
      ),
    );
    const [tours, states] = [Number(last.undirected), Number(last.states)];
    figure.report(
      figure.text('caption', { board: '6×8', tours, states, times: Math.round(tours / states) }),
      { tours, states },
    );
  })();
}

/** 6×6 up to turning and mirroring. @param {Figure} figure */
function classes(figure) {
  const { t } = figure;
  const shape = rectangle(6, 6);
  figure.wait(t('lesson.working'));
  figure.run(async (ask) => {
    const { tours } = await ask('tours', {
      board: shape,
      kind: 'closed',
      unique: true,
      limit: 12,
      measure: true,
    });
    figure.view.replaceChildren(gallery(t, shape, tours));
    const {
      undirected,
      classes: { all, quaternary, binary, asymmetric },
    } = await counted(figure, { board: shape, kind: 'closed', symmetry: true });
    const numbers = {
      tours: Number(undirected),
      all: Number(all),
      quaternary: Number(quaternary),
      binary: Number(binary),
      asymmetric: Number(asymmetric),
    };
    figure.report(figure.text('caption', numbers), numbers);
  });
}

/** Exercise: the closed tours of 3×10. @param {Exercise} exercise */
function three(exercise) {
  ask(exercise, '10x3', ({ undirected }) => undirected);
}

/** Exercise: the classes of 5×6. @param {Exercise} exercise */
function five(exercise) {
  ask(exercise, '5x6', ({ classes }) => classes.all);
}

/** @param {Exercise} exercise @param {string} board @param {(counted: any) => string} truth */
function ask(exercise, board, truth) {
  exercise.side.append(
    numberField(exercise.t, exercise.text('label'), async (n) => {
      const answer = Number(
        truth(await counted(exercise, { board, kind: 'closed', symmetry: true })),
      );
      exercise.judge(
        n === answer,
        exercise.text(n === answer ? 'right' : n < answer ? 'more' : 'fewer', { n }),
      );
    }),
  );
  exercise.report('', {});
}
