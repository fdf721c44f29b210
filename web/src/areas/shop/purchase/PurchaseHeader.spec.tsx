// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { renderPiece } from "@/shared/testing/render";
import { bookshop } from "@/shared/testing/samples";
import { PurchaseHeader } from "./PurchaseHeader";

const vendor = { ...bookshop, id: "ten_1" } as PublicVendor;

const goBack = () => fireEvent.click(screen.getByRole("button", { name: m.purchase_back() }));

it("PurchaseHeader: returns to the campaigns with their search", async () => {
  const router = renderPiece(<PurchaseHeader vendor={vendor} />, { at: "/buy" });
  await act(async () => router.navigate("/campaigns?q=food"));
  await act(async () => router.navigate("/buy"));
  await act(async () => goBack());
  expect(router.state.location).toMatchObject({ pathname: "/campaigns", search: "?q=food" });
});

it("PurchaseHeader: returns to the shop if there is no previous page", async () => {
  const router = renderPiece(<PurchaseHeader vendor={vendor} />, { at: "/buy" });
  await act(async () => goBack());
  expect(router.state.location.pathname).toBe(paths.vendor("ten_1"));
});
