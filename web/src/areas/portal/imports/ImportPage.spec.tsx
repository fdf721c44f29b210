// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { inMain, refusal, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { Preview } from "./kinds";

const preview: Preview = {
  newRows: 1,
  changedRows: 1,
  unchangedRows: 0,
  refusedRows: 0,
  ignoredColumns: ["Colour"],
  rows: [
    { line: 3, key: "S-2", name: "Oak Books", outcome: "CHANGED", reasons: [] },
    { line: 2, key: "S-1", name: "Maple Books", outcome: "NEW", reasons: [] },
  ],
  refusedFile: null,
};

async function choose() {
  const input = await screen.findByLabelText("Choose a file", { selector: "input" });
  fireEvent.change(input, { target: { files: [new File(["Key,é"], "shops.csv", { type: "text/csv" })] } });
}

describe("ImportPage", () => {
  it("imports a file after its preview", async () => {
    server.on("POST /Imports/shops/preview", () => preview);
    server.on("POST /Imports/shops", () => ({ newRows: 1, changedRows: 1, unchangedRows: 0 }));
    renderApp(adminPaths.imports(), { as: "administrator" });
    await choose();
    expect(await screen.findByRole("heading", { name: "Preview of shops.csv" })).toBeTruthy();
    expect(inMain().getByText("These columns are not imported: Colour")).toBeTruthy();
    const content = btoa(String.fromCharCode(...new TextEncoder().encode("Key,é")));
    expect(server.asked("POST /Imports/shops/preview")[0]?.body).toEqual({ content });
    await press("Import 2 records");
    expect(await inMain().findByText("Added: 1. Changed: 1. Unchanged: 0.")).toBeTruthy();
    expect(server.asked("POST /Imports/shops")[0]?.body).toEqual({ content });
    expect(screen.queryByRole("heading", { name: "Preview of shops.csv" })).toBeNull();
  });

  it("offers no import while a row is refused, and shows the reasons", async () => {
    const reasons = [{ column: "Category", message: "Please choose one from the list." }];
    server.on("POST /Imports/causes/preview", () => ({
      ...preview,
      refusedRows: 1,
      rows: [{ line: 4, key: "S-3", name: "Elm Books", outcome: "REFUSED", reasons }],
      refusedFile: "Key,Reason\r\n",
    }));
    renderApp(adminPaths.imports(), { as: "administrator" });
    fireEvent.click(await screen.findByRole("radio", { name: "Causes" }));
    await choose();
    expect(await inMain().findByText("Category: Please choose one from the list.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Download the refused rows" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Import / })).toBeNull();
  });

  it("shows why a whole file is refused", async () => {
    server.on("POST /Imports/shops/preview", () =>
      refusal(400, {
        errorCode: "VALIDATION",
        errorMessage: "Please correct the marked fields.",
        fields: { content: "The table is empty." },
      }),
    );
    renderApp(adminPaths.imports(), { as: "administrator" });
    await choose();
    await waitFor(() => expect(inMain().getByText("The table is empty.")).toBeTruthy());
    expect(inMain().getByText("Nothing was imported.")).toBeTruthy();
  });
});
