// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Link } from "react-router";
import { expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { errorFromAnswer } from "@/api/error";
import { FormTextField } from "./fields";
import { Form } from "./Form";
import { useZodForm } from "./useZodForm";
import { fill } from "@/shared/testing/fields";
import { renderPiece } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";

const schema = z.object({
  name: z.string().check(z.minLength(1, "Name field is required.")),
  contact: z.object({ email: z.string() }),
});
type Values = z.infer<typeof schema>;

interface ExampleProps {
  onSubmit: (values: Values) => Promise<unknown>;
  isHeldUntilValid?: boolean;
}

function Example({ onSubmit, isHeldUntilValid }: ExampleProps) {
  const form = useZodForm(schema, { name: "", contact: { email: "" } });
  return (
    <Form
      form={form}
      onSubmit={onSubmit}
      submitLabel="Save"
      aside={<Link to="/list">Cancel</Link>}
      isHeldUntilValid={isHeldUntilValid}
    >
      <FormTextField name="name" label="Name" />
      <FormTextField name="contact.email" label="Email" />
    </Form>
  );
}

function show(onSubmit: ExampleProps["onSubmit"], options: Omit<ExampleProps, "onSubmit"> = {}) {
  return renderPiece(<Example onSubmit={onSubmit} {...options} />, { at: "/edit" });
}

const save = () => press("Save");

function wouldTabBeHeld(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

it("Form: shows a field's error after the field was left, not during typing", async () => {
  show(() => Promise.resolve());
  fill("Name", "x");
  fill("Name", "");
  expect(screen.queryByText("Name field is required.")).toBeNull();
  fireEvent.blur(screen.getByLabelText("Name"));
  expect(await screen.findByText("Name field is required.")).toBeDefined();
});

it("Form: sends nothing while a value is invalid", async () => {
  const onSubmit = vi.fn<ExampleProps["onSubmit"]>();
  show(onSubmit);
  await save();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(await screen.findByText("Name field is required.")).toBeDefined();
});

it("Form: can dim its button until all fields are valid; pressing it shows what is missing", async () => {
  const onSubmit = vi.fn<ExampleProps["onSubmit"]>().mockResolvedValue(undefined);
  show(onSubmit, { isHeldUntilValid: true });
  const button = screen.getByRole("button", { name: "Save" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await save();
  expect(await screen.findByText("Name field is required.")).toBeDefined();
  fill("Name", "Maple");
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
  await save();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
});

it("Form: keeps the focus in the field when its button is pressed, so that no error moves the button", () => {
  show(() => Promise.resolve());
  expect(fireEvent.mouseDown(screen.getByRole("button", { name: "Save" }))).toBe(false);
});

it("Form: focuses its button after a refusal without an invalid field", async () => {
  show(() => Promise.reject(errorFromAnswer(400, { errorCode: "NO", errorMessage: "No." })));
  fill("Name", "Maple Leaf Books");
  screen.getByLabelText("Name").focus();
  await save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" })));
});

it("Form: focuses its button when saving removed the focus from a field", async () => {
  show(async () => screen.getByLabelText("Name").blur());
  fill("Name", "Maple Leaf Books");
  screen.getByLabelText("Name").focus();
  await save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" })));
});

it("Form: shows the server's errors at their fields, nested ones too, and focuses the first", async () => {
  const refusal = errorFromAnswer(400, {
    errorCode: "VALIDATION",
    errorMessage: "No.",
    fields: { name: "Taken.", "contact.email": "Bounced." },
  });
  show(() => Promise.reject(refusal));
  fill("Name", "Maple Leaf Books");
  await save();
  expect(await screen.findByText("Taken.")).toBeDefined();
  expect(await screen.findByText("Bounced.")).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  expect(refusal.isMarked).toBe(true);
});

it("Form: leaves an error for a field that it doesn't have to the toast", async () => {
  const refusal = errorFromAnswer(400, { fields: { name: "Taken.", tenantId: "Unknown." } });
  show(() => Promise.reject(refusal));
  fill("Name", "Maple Leaf Books");
  await save();
  expect(await screen.findByText("Taken.")).toBeDefined();
  expect(refusal.isMarked).toBe(false);
});

it("Form: holds the tab only with unsaved changes", async () => {
  show(() => Promise.resolve());
  expect(wouldTabBeHeld()).toBe(false);
  fill("Name", "Maple");
  await waitFor(() => expect(wouldTabBeHeld()).toBe(true));
  await save();
  await waitFor(() => expect(wouldTabBeHeld()).toBe(false));
});

it("Form: does not ask without changes, nor when saving navigates", async () => {
  const router = show(() => router.navigate("/list") ?? Promise.resolve());
  fill("Name", "Maple");
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe("/list"));
  await act(() => router.navigate("/edit"));
  await act(async () => fireEvent.click(screen.getByRole("link", { name: "Cancel" })));
  await waitFor(() => expect(router.state.location.pathname).toBe("/list"));
});

/** A form that stays on the page after saving: the saved values become its new start. */
function StayingExample() {
  const form = useZodForm(schema, { name: "", contact: { email: "" } });
  return (
    <Form form={form} onSubmit={async (values) => form.reset(values)} submitLabel="Save">
      <FormTextField name="name" label="Name" />
      <button type="button" onClick={() => form.setValue("name", "Oak", { shouldDirty: true })}>
        Fill
      </button>
    </Form>
  );
}

it("Form: protects changes made after a save, on a page that stays open", async () => {
  renderPiece(<StayingExample />);
  fill("Name", "Maple");
  await save();
  expect(wouldTabBeHeld()).toBe(false);
  await press("Fill");
  expect(wouldTabBeHeld()).toBe(true);
});

it("Form: protects changes after a failed save", async () => {
  show(() => Promise.reject(errorFromAnswer(503, {})));
  fill("Name", "Maple");
  await save();
  await waitFor(() => expect(wouldTabBeHeld()).toBe(true));
});

it("Form: saves once for two presses within one frame", async () => {
  const onSubmit = vi.fn<() => Promise<void>>(async () => undefined);
  show(onSubmit);
  fill("Name", "Ann");
  const button = screen.getByRole("button", { name: "Save" });
  await act(async () => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await act(async () => button.click());
  expect(onSubmit).toHaveBeenCalledTimes(2);
});
