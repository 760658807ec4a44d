/** Sounds for a leap, a wrong square and a tour: short synthesised tones. */

/** Each tone: its pitch in hertz, when it begins and how long it sounds, in seconds. @type {Record<string, [number, number, number][]>} */
const TONES = {
  leap: [[640, 0, 0.06]],
  wrong: [[170, 0, 0.12]],
  done: [
    [523, 0, 0.14],
    [659, 0.11, 0.14],
    [784, 0.22, 0.3],
  ],
};
const VOLUME = 0.1;

/** @type {AudioContext|null} */
let context = null;

/** @param {'leap'|'wrong'|'done'} name */
export function sound(name) {
  context ??= new AudioContext();
  context.resume();
  for (const [pitch, after, length] of TONES[name]) {
    const [voice, volume, from] = [
      context.createOscillator(),
      context.createGain(),
      context.currentTime + after,
    ];
    voice.type = 'triangle';
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    voice.connect(volume).connect(context.destination);
    voice.start(from);
    voice.stop(from + length);
  }
}
