// @vitest-environment jsdom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { FormTextField } from "@/shared/form/fields";
import { useZodForm } from "@/shared/form/useZodForm";
import { renderPiece } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { LongForm } from "./LongForm";

function Example() {
  const form = useZodForm(z.object({ name: z.string() }), { name: "Maple Books" });
  return (
    <LongForm form={form} onSubmit={async () => undefined} submitLabel="Save">
      <FormTextField name="name" label="Name" />
    </LongForm>
  );
}

it("LongForm: shows a note about unsaved changes, and discards them after a confirmation", async () => {
  renderPiece(<Example />);
  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  expect(screen.queryByText("Not saved yet")).toBeNull();
  await act(async () => fireEvent.change(name, { target: { value: "Maple" } }));
  expect(screen.getByText("Not saved yet")).toBeTruthy();

  await press("Discard changes");
  await press("Stay");
  expect(name.value).toBe("Maple");

  await press("Discard changes");
  const dialog = within(await screen.findByRole("dialog"));
  await act(async () => fireEvent.click(dialog.getByRole("button", { name: "Discard changes" })));
  expect(name.value).toBe("Maple Books");
  expect(screen.queryByText("Not saved yet")).toBeNull();
});
