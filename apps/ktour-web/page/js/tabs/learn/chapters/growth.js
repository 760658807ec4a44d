/** Chapter 8, measure it: trials against size, a law that was measured, and why few points cannot tell laws apart. */

import { chips, numberField, slider } from '../controls.js';
import { readFile } from '../../../lib/files.js';
import { lawOf } from '../../lab/text.js';
import { createExperiment } from '../figures/experiment.js';

/** @typedef {import('../figure.js').Figure} Figure */
/** @typedef {import('../exercise.js').Exercise} Exercise */

/** @type {import('../lesson.js').Chapter} */
export const growth = {
  sections: [
    { name: 'trials', figure: trials },
    { name: 'law', figure: law },
    { name: 'alike', figure: alike },
  ],
  exercises: [
    { name: 'which', make: which },
    { name: 'fewest', make: fewest },
  ],
  sources: ['report', 'parberry'],
  onward: 'lab',
};

/** Backtracking against the rule, on larger and larger boards. @param {Figure} figure */
function trials(figure) {
  const experiment = createExperiment(figure, 'backtracking', (rows) => {
    const of = (/** @type {string} */ board, /** @type {string} */ method) =>
      rows.find((row) => row.board === board && row.method === method)?.trials;
    const [small, large, rule] = [
      of('6x6', 'backtrack'),
      of('8x8', 'backtrack'),
      of('8x8', 'warnsdorff-backtrack'),
    ];
    figure.report(
      figure.text('caption', { small, large, rule, times: Math.round(large / small) }),
      {
        small,
        large,
        rule,
      },
    );
  });
  experiment.run({ boards: '5x5,6x6,6x7,8x8', max_time: '20s' });
}

/** Time against size: a stored measurement, and another one on this machine on request. @param {Figure} figure */
function law(figure) {
  const { t } = figure;
  const experiment = createExperiment(figure, 'growth', (rows, findings) => {
    const law = lawOf(findings.lines[0]);
    figure.report(
      law
        ? figure.text('caption', { n: rows.length, law: t(`finding.${law}`) })
        : figure.text('unclear', { n: rows.length }),
      { rows: rows.length, law },
    );
  });
  const show = () =>
    figure.run(async () => {
      const kept = await readFile('data/growth.json');
      experiment.show(kept);
      figure.report(
        figure.text('kept', { n: kept.rounds, sizes: kept.sizes, law: t(`finding.${kept.law}`) }),
        { rows: kept.rounds, law: kept.law },
      );
    });
  const run = (/** @type {string} */ method) =>
    experiment.run({ method, sizes: '32,64,128,256,512,1024', repeats: '5' });
  const here = ['divide', 'parberry', 'warnsdorff'].map(
    (method) =>
      /** @type {[string, string]} */ ([
        method,
        figure.text('here', { method: t(`method.${method}`) }),
      ]),
  );
  figure.side.append(
    chips(t('solve.method'), [['', figure.text('earlier')], ...here], '', (method) =>
      method ? run(method) : show(),
    ).element,
  );
  show();
}

/** The same method on few sizes, and on more. @param {Figure} figure */
function alike(figure) {
  const experiment = createExperiment(figure, 'growth', (rows, findings) => {
    const verdict = findings.lines[0]?.facts.verdict?.line;
    const rivals = verdict?.facts.rivals?.either?.length ?? 0;
    figure.report(figure.text(rivals ? 'rivals' : 'clear', { n: rows.length, rivals }), {
      rows: rows.length,
    });
  });
  const run = (/** @type {number} */ most) =>
    experiment.run({
      method: 'warnsdorff-backtrack',
      sizes: `6..${most}:${most > 20 ? 2 : 1}`,
      repeats: '1',
    });
  const range = slider(
    figure.text('most'),
    { min: 12, max: 40, step: 4, value: 12 },
    run,
    (side) => `${side}×${side}`,
  );
  figure.side.prepend(range.element);
  run(12);
}

/** Exercise: the growth of the trials with four times the squares. @param {Exercise} exercise */
function which(exercise) {
  exercise.side.append(
    chips(
      exercise.text('label'),
      ['four', 'thousands'].map((name) => [name, exercise.text(name)]),
      '',
      (chosen) =>
        exercise.run(async (ask) => {
          const answers = await Promise.all(
            ['8', '16'].map((board) =>
              ask('solve', { board, start: 'a1', kind: 'open', method: 'warnsdorff-backtrack' }),
            ),
          );
          const [small, large] = answers.map(({ stats }) => stats.trials);
          const truth = large / small < 10 ? 'four' : 'thousands';
          exercise.judge(
            chosen === truth,
            exercise.text(chosen === truth ? 'right' : 'wrong', { small, large }),
          );
        }),
    ).element,
  );
  exercise.report('', {});
}

/** Exercise: the minimum number of sizes for a fit. @param {Exercise} exercise */
function fewest(exercise) {
  exercise.side.append(
    numberField(exercise.t, exercise.text('label'), (n) =>
      exercise.stream(
        'lab/growth',
        { method: 'divide', sizes: '16,24', repeats: '1' },
        {
          end({ lines }) {
            const least = lines[0].facts.fewest.count;
            exercise.judge(n === least, exercise.text(n === least ? 'right' : 'wrong', { n }));
          },
        },
      ),
    ),
  );
  exercise.report('', {});
}
