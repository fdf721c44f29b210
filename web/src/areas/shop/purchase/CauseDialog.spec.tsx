// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { pageOf } from "@/api/testing/server";
import { nothing } from "@/shared/testing/samples";
import { renderPiece, server } from "@/shared/testing/render";
import { CauseDialog } from "./CauseDialog";

it("CauseDialog: reports that no campaign matches, or that there are none", async () => {
  server.on("GET /Public/charities/campaigns", () => nothing);
  renderPiece(<CauseDialog chosenId="" onChoose={() => Promise.resolve()} onClose={() => undefined} />);
  const status = screen.getByRole("status");
  await waitFor(() => expect(status.textContent).toBe("No campaign is running right now. Check back soon."));
  const search = screen.getByRole("searchbox");
  fireEvent.change(search, { target: { value: "zzqx" } });
  fireEvent.blur(search);
  await waitFor(() => expect(status.textContent).toBe("No campaign matches. Try another word."));
});

it("CauseDialog: marks the chosen cause", async () => {
  const campaign = { charityName: "Food for All", logoPath: null, charityLogoPath: null, hue: null };
  server.on("GET /Public/charities/campaigns", () =>
    pageOf([
      { ...campaign, id: "cam_1", name: "Warm meals" },
      { ...campaign, id: "cam_2", name: "A new van" },
    ]),
  );
  renderPiece(<CauseDialog chosenId="cam_2" onChoose={() => Promise.resolve()} onClose={() => undefined} />);
  const chosen = await screen.findByRole("button", { name: /A new van/, current: true });
  expect(chosen.querySelector(".icon")).not.toBeNull();
  expect(screen.getByRole("button", { name: /Warm meals/ }).querySelector(".icon")).toBeNull();
});
