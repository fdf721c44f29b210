// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { fill, leave } from "@/shared/testing/fields";
import { renderPiece } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { Form } from "./Form";
import { FormEmailField } from "./FormEmailField";
import { requiredEmail } from "./rules";
import { useZodForm } from "./useZodForm";

const schema = z.object({ email: requiredEmail("Email") });
const onSubmit = vi.fn<(values: z.infer<typeof schema>) => Promise<void>>();

function Example() {
  const form = useZodForm(schema, { email: "" });
  return (
    <Form form={form} onSubmit={onSubmit} submitLabel="Save">
      <FormEmailField name="email" label="Email" autoComplete="email" />
    </Form>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("textbox");
const hint = () => screen.queryByRole("button", { name: /^Did you mean/ });

beforeEach(async () => {
  onSubmit.mockReset();
  renderPiece(<Example />);
  await act(() => vi.dynamicImportSettled());
});

describe("FormEmailField", () => {
  it("offers the likely address, which one press takes", async () => {
    fill("Email", "rose@gmial.com");
    await press("Did you mean rose@gmail.com?");
    expect(field().value).toBe("rose@gmail.com");
    expect(document.activeElement).toBe(field());
    expect(hint()).toBeNull();
    await press("Save");
    await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual({ email: "rose@gmail.com" }));
  });

  it("removes the error of the address that it replaces", async () => {
    fill("Email", "rose@gmailcom");
    await leave("Email");
    expect(await screen.findByText("Email is not in correct format.")).toBeDefined();
    await press("Did you mean rose@gmail.com?");
    await waitFor(() => expect(screen.queryByText("Email is not in correct format.")).toBeNull());
  });

  it("waits until an unfinished address is left, and removes a hint that no longer applies", async () => {
    fill("Email", "rose@gmail.co");
    expect(hint()).toBeNull();
    await leave("Email");
    expect(hint()?.textContent).toBe("Did you mean rose@gmail.com?");
    fireEvent.change(field(), { target: { value: "rose@gmail.com" } });
    expect(hint()).toBeNull();
  });

  it("accepts the address as typed", async () => {
    fill("Email", "rose@gmial.com");
    await press("Save");
    await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toEqual({ email: "rose@gmial.com" }));
  });
});
