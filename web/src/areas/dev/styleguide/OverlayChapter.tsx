import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { UnsavedChangesDialog } from "@/shared/form/UnsavedChangesDialog";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Dialog } from "@/ui/overlay/Dialog";
import { toast } from "@/ui/overlay/toast";
import { PopUpChoices } from "@/ui/overlay/PopUp";
import { Chapter, Sample } from "./Sample";

type Overlay = "medium" | "large" | "confirm" | "unsaved";

const CALL_TAKES_MS = 3_000;

export function OverlayChapter() {
  const [open, setOpen] = useState<Overlay>();
  const close = () => setOpen(undefined);
  const deactivate = useMutation({
    mutationFn: (_shop: string) => new Promise((resolve) => setTimeout(resolve, CALL_TAKES_MS)),
    onSuccess: () => toast.success("Deactivated successfully"),
  });
  return (
    <Chapter title="Above the page">
      <Sample title="Dialogs">
        <div className="flex flex-wrap gap-3">
          {(["medium", "large", "confirm", "unsaved"] as const).map((overlay) => (
            <Button key={overlay} aria-haspopup="dialog" onClick={() => setOpen(overlay)}>
              {overlay}
            </Button>
          ))}
        </div>
        <Dialog
          isOpen={open === "medium" || open === "large"}
          size={open === "large" ? "large" : "medium"}
          onClose={close}
          title="Frequently asked"
          footer={<Button onClick={() => toast.info("A message above the dialog")}>Say something</Button>}
        >
          <p>Cards are in Canadian dollars and never expire.</p>
        </Dialog>
        <ConfirmDialog
          isOpen={open === "confirm"}
          onClose={close}
          title="Deactivate Vendor"
          confirmLabel="Deactivate"
          isDangerous
          mutation={deactivate}
          variables="Maple Leaf Books"
        >
          Maple Leaf Books will no longer be on sale. Cards already sold stay valid.
        </ConfirmDialog>
        {open === "unsaved" && <UnsavedChangesDialog onStay={close} onDiscard={close} />}
      </Sample>
      <Sample title="Toasts">
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => toast.success("Add to cart successfully")}>Success</Button>
          <Button onClick={() => toast.error("Unable to connect to server")}>Error</Button>
          <Button onClick={() => toast.info("Your card is on its way. It usually arrives within 1 hour.")}>
            Info
          </Button>
        </div>
      </Sample>
      <Sample title="Choices below a button">
        <Button popoverTarget="choices">Save as</Button>
        <PopUpChoices
          id="choices"
          label="Save as"
          choices={[
            ["letter", () => "PDF, Letter"],
            ["a4", () => "PDF, A4"],
          ]}
          onChoose={() => undefined}
        />
      </Sample>
    </Chapter>
  );
}
