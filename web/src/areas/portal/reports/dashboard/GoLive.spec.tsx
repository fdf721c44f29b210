// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { components } from "@/api/schema.d";
import { allParts } from "@/areas/portal/kit/useExamination";
import { renderPiece, server } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { GoLive } from "./GoLive";

type Line = components["schemas"]["GoLiveLine"];

const line = (step: Line["step"], changes: Partial<Line> = {}): Line => ({
  step,
  isDone: true,
  isUnchecked: false,
  findings: [],
  ...changes,
});

const finding = {
  name: "backup",
  about: "",
  outcome: "failed" as const,
  found: "none was ever made",
  remedy: "run it",
  page: "operate/backup-rehearsal",
};

const render = (lines: Line[]) => {
  server.on("GET /System/go-live", () => ({ lines }));
  renderPiece(<GoLive />);
};

describe("GoLive", () => {
  it("disappears when every line is done", async () => {
    render([line("SHOP"), line("BANK")]);
    await waitFor(() => expect(server.asked("GET /System/go-live")).not.toHaveLength(0));
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("shows all lines with the findings of open ones", async () => {
    render([
      line("SHOP"),
      line("SAFEGUARDS", { isDone: false, findings: [finding] }),
      line("GATEWAY", { isDone: false, isUnchecked: true }),
    ]);
    await screen.findByText("1 of 3 steps are done. This list stays until all are.");
    const [shop, safeguards, gateway] = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(shop).toBe("The first shop sells cardsDone");
    expect(safeguards).toContain("none was ever made; run it");
    expect(gateway).toContain("Not checked");
  });

  it("runs all checks, then asks for the lines again", async () => {
    for (const part of allParts)
      server.on(`POST /System/checks/${part}` as "POST /System/checks/mail", () => ({ findings: [] }));
    render([line("SAFEGUARDS", { isDone: false, isUnchecked: true })]);
    await screen.findByRole("heading");
    const before = server.asked("GET /System/go-live").length;
    await press("Run all checks");
    await waitFor(() => expect(server.asked("GET /System/go-live").length).toBeGreaterThan(before));
    expect(server.asked("POST /System/checks/safeguards")).toHaveLength(1);
  });

  it("sends a test email while no email has been sent", async () => {
    server.on("POST /System/test-mail", () => undefined);
    render([line("MAIL", { isDone: false })]);
    await press("Send me a test email");
    await waitFor(() => expect(server.asked("POST /System/test-mail")).toHaveLength(1));
  });
});
