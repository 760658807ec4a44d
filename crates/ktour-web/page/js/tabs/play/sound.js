/** Ticks for a leap, a wrong square and a tour, where the reader has asked for them: a few short tones, and no file. */

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
const LOUD = 0.1;

/** @type {AudioContext|null} */
let room = null;

/** @param {'leap'|'wrong'|'done'} name */
export function sound(name) {
  room ??= new AudioContext();
  room.resume();
  for (const [pitch, after, length] of TONES[name]) {
    const [voice, volume, from] = [
      room.createOscillator(),
      room.createGain(),
      room.currentTime + after,
    ];
    voice.type = 'triangle';
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    voice.connect(volume).connect(room.destination);
    voice.start(from);
    voice.stop(from + length);
  }
}
