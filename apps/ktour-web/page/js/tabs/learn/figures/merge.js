/** Divide and conquer on a board of the reader's size, stage by stage: split, tours of the parts, the exchange of leaps, the result. */

import { scenes } from '../../solve/merge.js';
import { slider } from '../controls.js';

/**
 * @param {import('../figure.js').Figure} figure
 * @param {number} side  at first
 * @param {string} stage  at first
 */
export function createMerge(figure, side, stage) {
  const { t } = figure;
  const board = figure.board();
  figure.element.classList.add('large');
  /** @type {import('../../solve/merge.js').Scene[]} */
  let all = [];
  let size = side;
  const stages = slider(t('merge.title'), { min: 0, max: 4, value: 0 }, show, (at) =>
    all[at] ? t(`stage.${all[at].stage}`) : '',
  );
  figure.side.append(
    slider(
      t('lesson.size'),
      { min: 12, max: 28, step: 2, value: side },
      (next) => open(next, all[Number(stages.input.value)]?.stage),
      (side) => `${side}×${side}`,
    ).element,
    stages.element,
  );
  open(side, stage);

  /** @param {number} side @param {string} stage  the first of this name is shown */
  function open(side, stage) {
    size = side;
    figure.run(async (ask) => {
      all = scenes(await ask('merge', { board: { files: side, ranks: side, holes: [] } }));
      const at = Math.max(
        0,
        all.findIndex((scene) => scene.stage === stage),
      );
      stages.limit(all.length - 1, at);
      show(at);
    });
  }

  /** @param {number} at */
  function show(at) {
    const { stage, regions, tours, lines, n } = all[at];
    board.render({ board: { files: size, ranks: size, holes: [] }, regions, tours, lines });
    const sides = [...new Set(all[0].regions.flatMap(({ files, ranks }) => [files, ranks]))].sort(
      (a, b) => a - b,
    );
    figure.report(
      `${t(`stage.${stage}.about`, { n })} ${figure.text('sides', { size: `${size}×${size}`, sides: sides.map(String) })}`,
      { n, sides: sides.join() },
    );
  }
}
