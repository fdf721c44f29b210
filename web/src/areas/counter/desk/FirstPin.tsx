import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reading } from "@/api/reading";
import { m } from "@/i18n";
import { localText } from "@/lib/storage";
import { paths } from "@/paths";
import { isVendorEmployee } from "@/session/can";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import { LinkButton } from "@/ui/form/LinkButton";
import { Notice } from "@/ui/layout/Notice";

const stored = localText("firstPin");

/** Asks a clerk without a PIN to choose one, until they have chosen it or declined. */
export function FirstPin() {
  const profile = useProfile();
  const userId = profile?.userId ?? "";
  const [later, setLater] = useState(() => stored.read());
  const isAsked = isVendorEmployee(profile) && !profile?.till && later !== userId;
  const { data: pins } = useQuery({ ...reading("/api/v1/Accounts/me/pins"), enabled: isAsked });
  const own = pins?.find(({ vendorId }) => vendorId === profile?.tenantIds[0]);
  if (!isAsked || own?.chosenAt !== null) return null;
  return (
    <Notice className="mb-4">
      <p>
        <strong>{m.tills_first_pin()}.</strong> {m.tills_first_pin_text()}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <LinkButton to={paths.accountPin()} size="small" variant="primary">
          {m.tills_pin_choose()}
        </LinkButton>
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            stored.write(userId);
            setLater(userId);
          }}
        >
          {m.tills_pin_later()}
        </Button>
      </div>
    </Notice>
  );
}
