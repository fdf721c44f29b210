// Keys and late answers, for the tests of what is typed and scanned at the counter.
import { act } from "@testing-library/react";

/** A key as it is pressed at a moment of its own, in milliseconds. */
export function keyAt(key: string, moment: number, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  Object.defineProperty(event, "timeStamp", { value: moment });
  return event;
}

/** An answer that comes when the test says so. */
export function lateAnswer() {
  let arrive!: (answer: unknown) => void;
  const given = new Promise<never>((resolve) => (arrive = resolve as typeof arrive));
  return { given, come: (answer: unknown) => act(async () => arrive(answer)) };
}
