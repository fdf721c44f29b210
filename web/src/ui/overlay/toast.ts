// Short messages at the top right, shown from any code and drawn by `Toaster`. At most three at a time: older ones are removed.

export type ToastTone = "success" | "error" | "info";

export interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
  /** Action that the toast offers. */
  action?: ToastAction | undefined;
}

interface ToastAction {
  label: string;
  onPress: () => void;
}

const MAX_AT_ONCE = 3;

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
  replace([...others, { id: lastId, tone, text, action }].slice(-MAX_AT_ONCE));
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

/** Removes the toast with this text, after its message has become outdated. */
export function withdrawToast(text: string): void {
  replace(toasts.filter((one) => one.text !== text));
}

/** Id of the newest toast shown before the user last pressed something. */
let lastSeen = 0;
for (const touch of ["pointerdown", "keydown"]) {
  globalThis.addEventListener?.(touch, () => (lastSeen = lastId), true);
}

/**
 * Removes old errors after navigation: they concern the previous page. Errors shown since the
 * user's last press stay, because they caused the navigation.
 */
export function removeOldErrors(): void {
  replace(toasts.filter(({ id, tone }) => tone !== "error" || id > lastSeen));
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
