import { describe, expect, it } from "vitest";
import { pastedRecipients } from "./pastedRecipients";

describe("pastedRecipients", () => {
  it.each([
    [
      "Zoé Roy, zoe@team.example\nBob\tbob@team.example",
      ["Zoé Roy zoe@team.example", "Bob bob@team.example"],
    ],
    ["zoe@team.example;Zoé Roy", ["Zoé Roy zoe@team.example"]],
    [
      '"Roy, Zoé" <zoe@team.example>; Bob <bob@team.example>',
      ["Zoé zoe@team.example", "Bob bob@team.example"],
    ],
    ["zoe.roy@team.example, bob2@team.example", ["Zoe Roy zoe.roy@team.example", "Bob bob2@team.example"]],
    ["Zoé zoe@team.example\r\nZoé ZOE@team.example", ["Zoé zoe@team.example"]],
    ["Name, Email\n\nnobody at all\nann@team", []],
  ])("reads %j", (text, expected) => {
    const found = pastedRecipients(text).map(({ to, recipientEmail }) => `${to} ${recipientEmail}`);
    expect(found).toEqual(expected);
  });
});
