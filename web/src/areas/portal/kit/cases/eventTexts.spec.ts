import { expect, it } from "vitest";
import { bounceText } from "./eventTexts";

it.each([
  ["5.1.1", "nobody has this address"],
  ["5.1.10", "nobody has this address"],
  ["5.2.2", "the mailbox is full"],
  ["5.2.1", "its mailbox takes no mail"],
  ["5.3.2", "its mail server can’t be reached"],
  ["4.4.7", "its mail server can’t be reached"],
  ["5.4.4", "its mail server can’t be reached"],
  ["5.7.26", "its mail server refuses our mail"],
  ["5.6.3", "its mail server gave no clearer reason (5.6.3)"],
  ["5.0.0", "its mail server gave no clearer reason (5.0.0)"],
])("bounceText: explains %s", (status, words) => {
  expect(bounceText(status)).toBe(words);
});
