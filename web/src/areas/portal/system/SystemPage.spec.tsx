// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { refusal, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import { allParts, type Finding } from "@/areas/portal/kit/useExamination";

const finding = (changes: Partial<Finding>): Finding => ({
  name: "spf",
  about: "shop.ca",
  outcome: "fine",
  found: "v=spf1 -all",
  remedy: "",
  page: "operate/mail",
  ...changes,
});

describe("SystemPage", () => {
  it("runs each group on demand, and shows other groups when one can't be checked", async () => {
    // The type is the same for every group.
    for (const part of allParts)
      server.on(`POST /System/checks/${part}` as "POST /System/checks/mail", () => ({ findings: [] }));
    server.on("POST /System/checks/mail", () =>
      refusal(429, { errorCode: "TOO_MANY_TRIES", errorMessage: "Wait a minute." }),
    );
    server.on("POST /System/checks/domains", () => ({
      findings: [
        finding({}),
        finding({ name: "dmarc", outcome: "failed", found: "there is no DMARC record", remedy: "add it" }),
      ],
    }));
    renderApp(adminPaths.system(), { as: "administrator" });
    await screen.findByRole("heading", { level: 1, name: "System check" });
    expect(server.asked("POST /System/checks/domains")).toHaveLength(0);
    await press("Run all checks");
    await screen.findByText("1 line needs work.");
    expect(server.asked("POST /System/checks/safeguards")).toHaveLength(1);
    expect(screen.getByText("dmarc · shop.ca")).toBeTruthy();
    expect(screen.getByText("there is no DMARC record")).toBeTruthy();
    expect(screen.getByText("This group could not be checked.")).toBeTruthy();
    expect(screen.getByText("Wait a minute.")).toBeTruthy();
  });
});
