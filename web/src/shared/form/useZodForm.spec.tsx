// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { FormTextField } from "./fields";
import { Form } from "./Form";
import { useLateZodForm } from "./useZodForm";

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1, "Name field is required.")) });
type Schema = typeof schema;

interface ExampleProps {
  fetchSchema: () => Promise<Schema>;
  onSubmit: (values: z.infer<Schema>) => Promise<unknown>;
}

function Example({ fetchSchema, onSubmit }: ExampleProps) {
  const form = useLateZodForm(fetchSchema, { name: "" });
  return (
    <Form form={form} onSubmit={onSubmit} submitLabel="Save" isUnguarded>
      <FormTextField name="name" label="Name" />
    </Form>
  );
}

function show() {
  let resolve!: (schema: Schema) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<Schema>((yes, no) => ([resolve, reject] = [yes, no]));
  const fetchSchema = vi.fn(() => promise);
  const onSubmit = vi.fn(async () => undefined);
  const element = <Example fetchSchema={fetchSchema} onSubmit={onSubmit} />;
  const errorElement = <p>Try again</p>;
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element, errorElement }])} />);
  return { resolve, reject, fetchSchema, onSubmit };
}

async function save(name: string): Promise<void> {
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: name } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Save" })));
}

describe("useLateZodForm", () => {
  it("accepts input before the schema is loaded, and validates before sending", async () => {
    const { resolve, fetchSchema, onSubmit } = show();
    await save(" ");
    expect(onSubmit).not.toHaveBeenCalled();
    await act(async () => resolve(schema));
    expect(await screen.findByText("Name field is required.")).toBeDefined();
    expect(onSubmit).not.toHaveBeenCalled();
    await save(" Ada ");
    await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: "Ada" }));
    expect(fetchSchema).toHaveBeenCalledOnce();
  });

  it("sends a pending submission when the schema finds no error", async () => {
    const { resolve, onSubmit } = show();
    await save("Ada");
    expect(onSubmit).not.toHaveBeenCalled();
    await act(async () => resolve(schema));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: "Ada" }));
  });

  it("shows an error when the schema can't be loaded", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { reject, onSubmit } = show();
    await act(async () => reject(new Error("Failed to fetch")));
    expect(await screen.findByText("Try again")).toBeDefined();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
