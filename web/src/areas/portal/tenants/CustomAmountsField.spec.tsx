// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { renderPiece } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { CustomAmountsField } from "./CustomAmountsField";
import { customAmount } from "./rules";

function fill(label: RegExp, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

it("CustomAmountsField: sets the limits in the API's format, and an empty string when both are empty", async () => {
  const sent: string[] = [];
  function Piece() {
    const form = useZodForm(z.object({ customAmount: customAmount() }), { customAmount: "" });
    return (
      <Form form={form} submitLabel="Save" onSubmit={async (values) => sent.push(values.customAmount)}>
        <CustomAmountsField name="customAmount" />
      </Form>
    );
  }
  renderPiece(<Piece />);
  fill(/^From/, "$10");
  await press("Save");
  expect(sent).toEqual([]);
  expect(screen.getByText(/the smaller amount first/)).toBeDefined();
  fill(/^To/, "200");
  await press("Save");
  fill(/^From/, "");
  fill(/^To/, "");
  await press("Save");
  expect(sent).toEqual(["10-200", ""]);
});
