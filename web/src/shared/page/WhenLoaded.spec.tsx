// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { errorFromAnswer, errorFromFailure } from "@/api/error";
import { renderPiece, toasts } from "@/shared/testing/render";
import { WhenLoaded } from "./WhenLoaded";

const refetch = vi.fn<() => Promise<never>>();

function show(query: { data?: string; error?: Error }) {
  renderPiece(
    <WhenLoaded
      query={{ data: query.data, error: query.error ?? null, refetch }}
      placeholder={<p>on its way</p>}
      otherwise="/others"
    >
      {(name) => <p>{name}</p>}
    </WhenLoaded>,
  );
}

it("WhenLoaded: shows the placeholder, then the record", () => {
  show({});
  expect(screen.getByText("on its way")).toBeDefined();
  cleanup();
  show({ data: "Maple Leaf Books" });
  expect(screen.getByText("Maple Leaf Books")).toBeDefined();
});

it.each([
  [404, "NOT_FOUND"],
  [400, "VALIDATION"],
])("WhenLoaded: redirects with a message when the record doesn't exist: %d %s", async (status, errorCode) => {
  show({ error: errorFromAnswer(status, { errorCode, errorMessage: "No." }) });
  expect(await screen.findByText("Elsewhere")).toBeDefined();
  expect(toasts()).toEqual(["No."]);
});

it.each([
  errorFromFailure(new TypeError("offline")),
  errorFromAnswer(503, {}),
  errorFromAnswer(404, "<html>"),
])("WhenLoaded: offers a retry after another error: %s", (error) => {
  show({ error });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalled();
});
