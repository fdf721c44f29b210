// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { vendorDetail } from "@/areas/portal/tenants/testing/samples";
import { saveFile } from "@/lib/saveFile";
import { renderPiece, server, signInAs } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { PosterSheet } from "./PosterSheet";

vi.mock("@/lib/saveFile", () => ({ saveFile: vi.fn<typeof saveFile>() }));

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.mocked(saveFile).mockClear();
  URL.createObjectURL = () => "blob:drawn";
  URL.revokeObjectURL = () => undefined;
  signInAs("manager");
  server.on("GET /Vendors/ten_books/poster", ({ query }) => {
    asked.push(`${query.get("format")} ${query.get("language")}`);
    return new Response("drawn", { headers: { "content-type": "image/png" } });
  });
});

it("PosterSheet: saves poster.png, and a PDF in the chosen language", async () => {
  renderPiece(<PosterSheet vendor={vendorDetail({})} />);
  await press("Download poster");
  await waitFor(() => expect(vi.mocked(saveFile).mock.calls[0]?.[0]).toBe("poster.png"));
  fireEvent.change(screen.getByLabelText("Language of the poster"), { target: { value: "fr" } });
  await press("Table tent, A6", { hidden: true });
  await waitFor(() => expect(vi.mocked(saveFile).mock.calls[1]?.[0]).toBe("poster-tent-fr.pdf"));
  expect(asked).toContain("png en");
  expect(asked).toContain("tent fr");
});
