// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { FormRadioGroup } from "./FormRadioGroup";
import { Form } from "./Form";
import { useControlledField } from "./useControlledField";
import { useZodForm } from "./useZodForm";
import { AmountButtons } from "@/ui/form/AmountButtons";
import { renderPiece } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";

const schema = z.object({
  kind: z.string().check(z.minLength(1, "Kind field is required.")),
  amount: z.number("Card Amount field is required.").check(z.maximum(50, "Too much.")),
});
type Values = z.infer<typeof schema>;

const kinds = ["Shop", "Charity"].map((text) => ({ value: text, text }));
const onSubmit = vi.fn<(values: Values) => Promise<void>>();

function Amounts() {
  const { value, pick, wiring, error } = useControlledField<number | undefined>("amount");
  return (
    <AmountButtons
      {...wiring}
      legend="Card Amount"
      amounts={[25, 75]}
      value={value}
      onPick={pick}
      error={error}
    />
  );
}

function Example() {
  const form = useZodForm(schema, { kind: "" });
  return (
    <Form form={form} onSubmit={onSubmit} submitLabel="Save" isHeldUntilValid>
      <FormRadioGroup name="kind" legend="Kind" choices={kinds} />
      <Amounts />
    </Form>
  );
}

beforeEach(() => {
  onSubmit.mockReset();
  renderPiece(<Example />);
});

const choice = (name: string) => screen.getByRole("radio", { name });
const save = () => press("Save");

it("useControlledField: stores the picked value unchanged, and keeps it when the control is left", async () => {
  await act(async () => fireEvent.click(choice("Charity")));
  await act(async () => fireEvent.blur(choice("Shop")));
  await act(async () => fireEvent.click(choice("$25")));
  expect(choice("Charity")).toHaveProperty("checked", true);
  await save();
  await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual({ kind: "Charity", amount: 25 }));
});

it("useControlledField: shows an error when the control is left, not during its first use", async () => {
  await act(async () => fireEvent.click(choice("$75")));
  expect(screen.queryByText("Too much.")).toBeNull();
  await act(async () => fireEvent.blur(choice("$75")));
  expect(await screen.findByText("Too much.")).toBeDefined();
  await act(async () => fireEvent.click(choice("$25")));
  expect(screen.queryByText("Too much.")).toBeNull();
});

it("useControlledField: gets the focus when it is the first invalid field", async () => {
  await save();
  expect(await screen.findByText("Kind field is required.")).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(choice("Shop")));
});
