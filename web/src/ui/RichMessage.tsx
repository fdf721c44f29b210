import { Fragment, type ReactNode } from "react";

interface RichMessageProps<Slot extends string> {
  message: (slots: Record<Slot, string>) => string;
  /** Elements for the placeholders of the message. */
  parts: Record<Slot, ReactNode>;
}

const MARK = "\u0000";

/**
 * A message with elements in its placeholders. Each language decides where in the sentence they
 * appear.
 */
export function RichMessage<Slot extends string>({ message, parts }: RichMessageProps<Slot>) {
  const names = Object.keys(parts) as Slot[];
  const marked = message(
    Object.fromEntries(names.map((name) => [name, MARK + name + MARK])) as Record<Slot, string>,
  );
  // Every second piece is the name of a placeholder.
  return marked
    .split(MARK)
    .map((piece, index) => <Fragment key={index}>{index % 2 === 1 ? parts[piece as Slot] : piece}</Fragment>);
}
