// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { renderIn } from "@/i18n";
import { renderPiece } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { Form } from "./Form";
import { FormProvinceField } from "./FormProvinceField";
import { useZodForm } from "./useZodForm";

const schema = z.object({ province: z.string() });
const onSubmit = vi.fn<(values: z.infer<typeof schema>) => Promise<void>>();

function Example() {
  const form = useZodForm(schema, { province: "Nova Scotia" });
  return (
    <Form form={form} onSubmit={onSubmit} submitLabel="Save">
      <FormProvinceField name="province" label="Province" />
    </Form>
  );
}

const field = () => screen.getByRole("textbox");
const sent = () => waitFor(() => onSubmit.mock.calls[0]?.[0].province ?? expect.fail("nothing sent"));

beforeEach(() => {
  onSubmit.mockReset();
  renderIn("fr");
  renderPiece(<Example />);
});

afterEach(() => renderIn("en"));

describe("FormProvinceField", () => {
  it("shows a stored name in the page's language, and sends it as it was stored", async () => {
    expect(field()).toHaveProperty("value", "Nouvelle-Écosse");
    await act(async () => fireEvent.blur(field()));
    await press("Save");
    expect(await sent()).toBe("Nova Scotia");
  });

  it("shows and sends what is typed", async () => {
    await act(async () => fireEvent.change(field(), { target: { value: "New Brunswick" } }));
    expect(field()).toHaveProperty("value", "New Brunswick");
    await press("Save");
    expect(await sent()).toBe("New Brunswick");
  });
});
