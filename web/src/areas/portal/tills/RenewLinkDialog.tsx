import { useMutation } from "@tanstack/react-query";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import type { Till } from "./queries";
import { TillLink } from "./TillLink";

/** Dialog with a new link: the first one expired, or the till moves to another device. */
export function RenewLinkDialog({ till, onClose }: { till: Till; onClose: () => void }) {
  const renew = useMutation({
    mutationFn: () => call("post", "/api/v1/Tills/{id}/link", { path: { id: till.id } }),
    meta: { invalidates: ["/Tills"] },
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.tills_link_of({ name: till.name })}>
      {renew.data ? (
        <TillLink {...renew.data} />
      ) : (
        <>
          <p>{till.enrolledAt === null ? m.tills_link_again() : m.tills_link_moves()}</p>
          <div className="mt-6 flex justify-end">
            <Button variant="primary" isBusy={renew.isPending} onClick={() => renew.mutate()}>
              {m.tills_add_go()}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
