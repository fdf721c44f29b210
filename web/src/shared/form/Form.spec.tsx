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

it("shows a field's error once the field has been left, not while the first letter is typed", async () => {
  show(() => Promise.resolve());
  fill("Name", "x");
  fill("Name", "");
  expect(screen.queryByText("Name field is required.")).toBeNull();
  fireEvent.blur(screen.getByLabelText("Name"));
  expect(await screen.findByText("Name field is required.")).toBeDefined();
});

it("sends nothing while a rule is broken", async () => {
  const onSubmit = vi.fn<ExampleProps["onSubmit"]>();
  show(onSubmit);
  await save();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(await screen.findByText("Name field is required.")).toBeDefined();
});

it("can hold its button back until everything is in order; pressing it says what is missing", async () => {
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

it("is not left by a press on its button, so that no error pushes the button away from under the finger", () => {
  show(() => Promise.resolve());
  expect(fireEvent.mouseDown(screen.getByRole("button", { name: "Save" }))).toBe(false);
});

it("gives the focus to its button when it was refused and no field is to blame", async () => {
  show(() => Promise.reject(errorFromAnswer(400, { errorCode: "NO", errorMessage: "No." })));
  fill("Name", "Maple Leaf Books");
  screen.getByLabelText("Name").focus();
  await save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" })));
});

it("gives the focus to its button when saving has taken it from a field", async () => {
  show(async () => screen.getByLabelText("Name").blur());
  fill("Name", "Maple Leaf Books");
  screen.getByLabelText("Name").focus();
  await save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" })));
});

it("puts the server's errors under the fields they name, nested ones too, and the focus on the first", async () => {
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

it("leaves a refusal to be told elsewhere that names a field which it doesn't have", async () => {
  const refusal = errorFromAnswer(400, { fields: { name: "Taken.", tenantId: "Unknown." } });
  show(() => Promise.reject(refusal));
  fill("Name", "Maple Leaf Books");
  await save();
  expect(await screen.findByText("Taken.")).toBeDefined();
  expect(refusal.isMarked).toBe(false);
});

it("holds the tab only while there is something to lose", async () => {
  show(() => Promise.resolve());
  expect(wouldTabBeHeld()).toBe(false);
  fill("Name", "Maple");
  await waitFor(() => expect(wouldTabBeHeld()).toBe(true));
  await save();
  await waitFor(() => expect(wouldTabBeHeld()).toBe(false));
});

it("does not ask when nothing was changed, nor when saving leads on", async () => {
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

it("guards again what is changed after a save, on a page that stays", async () => {
  renderPiece(<StayingExample />);
  fill("Name", "Maple");
  await save();
  expect(wouldTabBeHeld()).toBe(false);
  await press("Fill");
  expect(wouldTabBeHeld()).toBe(true);
});

it("guards again after a failed save", async () => {
  show(() => Promise.reject(errorFromAnswer(503, {})));
  fill("Name", "Maple");
  await save();
  await waitFor(() => expect(wouldTabBeHeld()).toBe(true));
});

it("saves once for two presses within one frame", async () => {
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
