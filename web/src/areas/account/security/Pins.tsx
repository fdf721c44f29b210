import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { call } from "@/api/client";
import { Panel } from "@/areas/account/profile/Panel";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { isVendorStaff } from "@/session/can";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { toast } from "@/ui/overlay/toast";
import { myPinsQuery, type MyPin } from "./queries";

const PinDialog = lazyPiece(
  async () => (await import("./PinDialog")).PinDialog,
  ({ onClose }) => onClose(),
);

/** Panel with the user's PINs for the tills of their shops. */
export function Pins() {
  const profile = useProfile();
  const isShown = isVendorStaff(profile) && !profile?.mustSetUpSecondFactor;
  const { data: pins } = useQuery({ ...myPinsQuery(), enabled: isShown });
  if (!isShown || !pins || pins.length === 0) return null;
  return (
    <Panel title={m.tills_my_pin()}>
      <p className="text-ink-soft">{m.tills_my_pin_text()}</p>
      <ul className="mt-3 divide-y divide-line">
        {pins.map((pin) => (
          <PinItem key={pin.vendorId} pin={pin} />
        ))}
      </ul>
    </Panel>
  );
}

function stateOf({ chosenAt, isLocked }: MyPin): string {
  if (isLocked) return m.tills_my_pin_locked();
  return chosenAt === null ? m.tills_my_pin_none() : m.tills_my_pin_since({ day: formatDay(chosenAt) });
}

function PinItem({ pin }: { pin: MyPin }) {
  const [asked, setAsked] = useState<"choose" | "remove">();
  const client = useQueryClient();
  const shop = pin.vendorName;
  const close = () => setAsked(undefined);
  const remove = useMutation({
    mutationFn: () => call("delete", "/api/v1/Accounts/me/pins/{id}", { path: { id: pin.vendorId } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: myPinsQuery().queryKey });
      toast.success(m.tills_pin_removed());
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Icon name="store" className="text-brand" />
      <div className="min-w-0 grow basis-52">
        <p className="font-semibold break-words">{shop}</p>
        <p className="text-sm text-ink-soft">{stateOf(pin)}</p>
      </div>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={m.tills_pin_choose_for({ shop })}
        onClick={() => setAsked("choose")}
      >
        {pin.chosenAt === null ? m.tills_pin_choose() : m.tills_pin_change()}
      </Button>
      {pin.chosenAt !== null && (
        <Button
          size="small"
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={m.tills_pin_remove_for({ shop })}
          onClick={() => setAsked("remove")}
        >
          {m.tills_pin_remove()}
        </Button>
      )}
      {asked === "choose" && (
        <Suspense>
          <PinDialog shopId={pin.vendorId} shop={shop} onClose={close} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={asked === "remove"}
        onClose={close}
        title={m.tills_pin_remove_for({ shop })}
        confirmLabel={m.tills_pin_remove()}
        isDangerous
        mutation={remove}
        variables={undefined}
      >
        {m.tills_my_pin_remove_text()}
      </ConfirmDialog>
    </li>
  );
}
