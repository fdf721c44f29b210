// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { nothing } from "@/shared/testing/samples";
import { renderPiece, server } from "@/shared/testing/render";
import { CauseDialog } from "./CauseDialog";

it("CauseDialog says that no campaign matches, and that there are none at all", async () => {
  server.on("GET /Public/charities/campaigns", () => nothing);
  renderPiece(<CauseDialog onChoose={() => Promise.resolve()} onClose={() => undefined} />);
  const status = screen.getByRole("status");
  await waitFor(() => expect(status.textContent).toBe("No campaign is running right now. Check back soon."));
  const search = screen.getByRole("searchbox");
  fireEvent.change(search, { target: { value: "zzqx" } });
  fireEvent.blur(search);
  await waitFor(() => expect(status.textContent).toBe("No campaign matches. Try another word."));
});
