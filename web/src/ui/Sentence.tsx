import { Fragment, type ReactNode } from "react";

interface SentenceProps<Room extends string> {
  message: (rooms: Record<Room, string>) => string;
  /** What stands in the sentence's rooms. */
  parts: Record<Room, ReactNode>;
}

const MARK = "\u0000";

/** A message with elements in its rooms: where they stand in the sentence is each language's own business. */
export function Sentence<Room extends string>({ message, parts }: SentenceProps<Room>) {
  const names = Object.keys(parts) as Room[];
  const marked = message(
    Object.fromEntries(names.map((name) => [name, MARK + name + MARK])) as Record<Room, string>,
  );
  // Between two marks stands a name, elsewhere the sentence.
  return marked
    .split(MARK)
    .map((piece, index) => <Fragment key={index}>{index % 2 === 1 ? parts[piece as Room] : piece}</Fragment>);
}
