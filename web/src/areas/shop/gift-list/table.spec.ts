import { expect, it } from "vitest";
import { rowProblemsOf, tableOf, type GiftListRow } from "./table";

const row = (changes: Partial<GiftListRow>): GiftListRow => ({
  line: 2,
  to: "Zoé",
  email: "zoe@team.example",
  amount: "",
  message: "",
  day: "",
  isRepeated: false,
  problems: {},
  ...changes,
});

it("tableOf: quotes each cell", () => {
  expect(tableOf([row({ message: 'Two\n"lines", and more' })])).toBe(
    'name,email,amount,message,day\n"Zoé","zoe@team.example","","Two\n""lines"", and more",""',
  );
});

it("rowProblemsOf: groups the messages of a refusal by row", () => {
  const fields = { "rows[1].email": "Invalid", "rows[1].to": "Missing", "rows[20].day": "Past", from: "No" };
  expect([...rowProblemsOf(fields)]).toEqual([
    [1, { email: "Invalid", to: "Missing" }],
    [20, { day: "Past" }],
  ]);
});
