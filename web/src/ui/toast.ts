// The short messages at the top right: said from anywhere, drawn by Toaster. At most three at a time; the newest stays.

export type ToastTone = "success" | "error" | "info";

export interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
  /** What can still be done about it. */
  action?: ToastAction | undefined;
}

export interface ToastAction {
  label: string;
  onPress: () => void;
}

const MOST_AT_ONCE = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function say(tone: ToastTone, text: string, action?: ToastAction): void {
  lastId += 1;
  const others = toasts.filter((one) => one.text !== text);
  replace([...others, { id: lastId, tone, text, action }].slice(-MOST_AT_ONCE));
}

export const toast = {
  success: (text: string, action?: ToastAction) => say("success", text, action),
  error: (text: string, action?: ToastAction) => say("error", text, action),
  info: (text: string) => say("info", text),
};

export function dismissToast(id: number): void {
  replace(toasts.filter((one) => one.id !== id));
}

export function dismissToasts(): void {
  replace([]);
}

/** Takes back what turned out otherwise. */
export function withdrawToast(text: string): void {
  replace(toasts.filter((one) => one.text !== text));
}

/** The newest message that somebody saw before they last pressed something. */
let lastSeen = 0;
for (const touch of ["pointerdown", "keydown"]) {
  globalThis.addEventListener?.(touch, () => (lastSeen = lastId), true);
}

/** Somebody went on to another page: what went wrong on the last one isn't true of this one. What leads them there itself stays. */
export function leaveErrorsBehind(): void {
  replace(toasts.filter(({ id, tone }) => tone !== "error" || id > lastSeen));
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
