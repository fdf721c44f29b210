// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { paths, withQuery } from "@/paths";
import { nothing } from "@/shared/testing/samples";
import { renderApp, server } from "@/testing/renderApp";

beforeEach(() => {
  server.on("GET /Public/Vendors", () => nothing);
  server.on("GET /Public/Charities", () => nothing);
  server.on("GET /Public/charities/campaigns", () => nothing);
});

/** Returns the parameters of the last request for shops. */
const lastAsked = () => server.asked("GET /Public/Vendors").at(-1)?.query;

it("SearchPage: sorts shops by distance to a postal code, and keeps it in the address", async () => {
  const { place } = renderApp(withQuery(paths.search(), { q: "bread" }));
  const field = await screen.findByLabelText("Near postal code");
  fireEvent.change(field, { target: { value: "k1p 1j1" } });
  fireEvent.blur(field);
  await waitFor(() => expect(place()).toBe(withQuery(paths.search(), { q: "bread", near: "K1P1J1" })));
  await waitFor(() => expect(lastAsked()?.get("near")).toBe("K1P1J1"));
  expect(lastAsked()?.get("searchText")).toBe("bread");
});

it("SearchPage: writes what was not found larger than “No Data”", async () => {
  renderApp(withQuery(paths.search(), { q: "zzqx" }));
  const title = await screen.findByRole("heading", { name: "No Data" });
  expect(title.className).toMatch(/\btext-sm\b/);
  expect(title.nextElementSibling?.className).toMatch(/\btext-xl\b/);
});
