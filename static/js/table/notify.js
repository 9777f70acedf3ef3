// "It is your turn", for people who look elsewhere: title, favicon, vibration, sound, system notice; and the screen
// stays awake while one has to act. Sounds and notices only for those who chose them.
/**
 * Frequency in Hz, start and length in seconds.
 * @typedef {[frequency: number, start: number, length: number, type: OscillatorType]} Tone
 */

/** @type {Record<Page.Sound, Tone[]>} */
const TONES = {
  turn: [
    [660, 0, 0.09, 'triangle'],
    [660, 0.16, 0.12, 'triangle'],
  ],
  window: [[196, 0, 0.2, 'triangle']],
  knock: [
    [220, 0, 0.1, 'triangle'],
    [220, 0.15, 0.1, 'triangle'],
    [330, 0.3, 0.2, 'triangle'],
  ],
  card: [[900, 0, 0.03, 'sine']],
  draw: [[520, 0, 0.05, 'sine']],
  tick: [[1200, 0, 0.025, 'square']],
  refused: [[110, 0, 0.14, 'sawtooth']],
};

/**
 * @param {AudioContext} audio
 * @param {Tone} tone
 */
function hear(audio, [frequency, start, length, type]) {
  const tone = new OscillatorNode(audio, { frequency, type });
  const volume = new GainNode(audio, { gain: 0 });
  const at = audio.currentTime + start;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.18, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length + 0.02);
}

/** @param {{ settings: Page.Ui['settings'], icon: string, iconTurn: string }} given */
export function notifier({ settings, icon, iconTurn }) {
  const link = document.querySelector('link[rel="icon"]');
  const plain = document.title;
  /** @type {AudioContext | null} */
  let audio = null;
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let asking = false; // for the lock
  let awake = false;

  /** @param {Page.Sound} name */
  function sound(name) {
    if (!settings.sounds || navigator.userActivation?.hasBeenActive === false) return; // browsers keep pages silent until touched
    audio ??= new AudioContext();
    if (audio.state === 'suspended') audio.resume();
    for (const tone of TONES[name]) hear(audio, tone);
  }

  /**
   * The tab's title and picture; null puts them back.
   * @param {string | null} text
   */
  function mark(text) {
    const title = text ? `● ${text} · ${plain}` : plain;
    if (document.title !== title) document.title = title;
    const picture = text ? iconTurn : icon;
    if (link && link.getAttribute('href') !== picture) link.setAttribute('href', picture);
  }

  /** @param {string} text */
  function call(text) {
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([80, 60, 80]);
    if (document.hidden && settings.notices && globalThis.Notification?.permission === 'granted') {
      const note = new Notification(plain, { body: text, tag: 'batida-turn', icon });
      note.onclick = () => {
        window.focus();
        note.close();
      };
    }
  }

  /** @param {boolean} on */
  async function keepAwake(on) {
    awake = on;
    if (!('wakeLock' in navigator)) return;
    if (!on) {
      lock?.release();
      lock = null;
    } else if (!lock && !asking && !document.hidden) {
      asking = true;
      lock = await navigator.wakeLock.request('screen').catch(() => null); // refused, for instance to save battery
      asking = false;
      lock?.addEventListener('release', () => {
        lock = null;
      });
      if (!awake) keepAwake(false);
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && awake) keepAwake(true);
  });

  return { sound, mark, call, keepAwake };
}

export const canNotify = () => 'Notification' in globalThis && !/Android|iPhone|iPad/.test(navigator.userAgent);
