// Sounds, synthesized when needed: dice on wood, a volley, a drum. Nothing is loaded.

let context: AudioContext | undefined;

export type Sound = 'dice' | 'volley' | 'arrows' | 'drum';

/** Plays a sound; silent if the browser has no audio, or needs a touch first. */
export function play(sound: Sound): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    const now = context.currentTime + 0.02;
    if (sound === 'dice')
      for (let i = 0; i < 7; i += 1) knock(context, now + i * 0.055 + random() * 0.03);
    else if (sound === 'volley')
      for (let i = 0; i < 9; i += 1)
        shot(context, now + random() * 0.28, 900 + random() * 900, 0.16);
    else if (sound === 'arrows')
      for (let i = 0; i < 6; i += 1)
        shot(context, now + random() * 0.25, 3200 + random() * 1800, 0.05);
    else
      for (let i = 0; i < 4; i += 1)
        beat(context, now + (i * 0.16 + (i > 1 ? -0.04 : 0)), i === 0 ? 1 : 0.6);
  } catch {
    // Without sound the battle is the same.
  }
}

const random = () => Math.random();

function noise(on: AudioContext, at: number, long: number): AudioBufferSourceNode {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * long), on.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = random() * 2 - 1;
  const source = on.createBufferSource();
  source.buffer = buffer;
  source.start(at);
  return source;
}

function fading(on: AudioContext, at: number, loud: number, long: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  gain.connect(on.destination);
  return gain;
}

function filtered(on: AudioContext, kind: BiquadFilterType, frequency: number): BiquadFilterNode {
  const filter = on.createBiquadFilter();
  filter.type = kind;
  filter.frequency.value = frequency;
  return filter;
}

/** Makes the sound of a die that strikes the table. */
function knock(on: AudioContext, at: number): void {
  const band = filtered(on, 'bandpass', 1700 + random() * 1400);
  noise(on, at, 0.05)
    .connect(band)
    .connect(fading(on, at, 0.25, 0.045));
}

function shot(on: AudioContext, at: number, bright: number, loud: number): void {
  const low = filtered(on, 'lowpass', bright);
  noise(on, at, 0.3)
    .connect(low)
    .connect(fading(on, at, loud, 0.26));
}

function beat(on: AudioContext, at: number, loud: number): void {
  const tone = on.createOscillator();
  tone.frequency.setValueAtTime(150, at);
  tone.frequency.exponentialRampToValueAtTime(62, at + 0.16);
  tone.connect(fading(on, at, 0.3 * loud, 0.24));
  tone.start(at);
  tone.stop(at + 0.26);
  noise(on, at, 0.08)
    .connect(filtered(on, 'highpass', 1400))
    .connect(fading(on, at, 0.05 * loud, 0.07));
}
