import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { m } from "@/i18n";
import { isVendorStaff } from "@/session/can";
import { useProfile } from "@/session/current";
import { paths } from "@/paths";
import { Chip } from "@/ui/list/Chip";
import { HeaderChip } from "./HeaderChip";
import { usePendingRequests } from "./redemption/pendingRedemptions";

/** Warnings in the counter's header: no network, unanswered requests. */
export function CounterLights() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const profile = useProfile();
  const open = usePendingRequests(profile?.userId ?? "");
  const [first] = open;
  if (!isVendorStaff(profile)) return null;
  return (
    <>
      <span role="status">{!isOnline && <Chip tone="danger">{m.counter_offline()}</Chip>}</span>
      {first && (
        <Link to={paths.scanCard(first.cardId)} className="flex min-h-11 items-center">
          <HeaderChip icon="circle-exclamation-point" count={open.length}>
            {m.counter_unfinished({ count: open.length })}
          </HeaderChip>
        </Link>
      )}
    </>
  );
}
