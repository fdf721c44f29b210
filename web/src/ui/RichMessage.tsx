import { Fragment, type ReactNode } from "react";

interface SentenceProps<Room extends string> {
  message: (rooms: Record<Room, string>) => string;
  /** Elements for the placeholders of the message. */
  parts: Record<Room, ReactNode>;
}

const MARK = "\u0000";

/**
 * A message with elements in its placeholders. Each language decides where in the sentence they
 * appear.
 */
export function Sentence<Room extends string>({ message, parts }: SentenceProps<Room>) {
  const names = Object.keys(parts) as Room[];
  const marked = message(
    Object.fromEntries(names.map((name) => [name, MARK + name + MARK])) as Record<Room, string>,
  );
  // Every second piece is the name of a placeholder.
  return marked
    .split(MARK)
    .map((piece, index) => <Fragment key={index}>{index % 2 === 1 ? parts[piece as Room] : piece}</Fragment>);
}
