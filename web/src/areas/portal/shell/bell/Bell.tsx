import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useId, useState } from "react";
import { Link, useLocation } from "react-router";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { useIsChannelOpen } from "@/session/channel";
import type { Profile } from "@/session/current";
import { noticesQuery, useNoticeNews } from "@/session/noticeNews";
import { RetryScene } from "@/shared/page/RetryScene";
import { Button } from "@/ui/form/Button";
import { buttonClass } from "@/ui/form/buttonClass";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/form/IconButton";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { PopUp } from "@/ui/overlay/PopUp";
import { feedOf, NOTICES, noticeLink, noticeSentence, type BellNotice } from "./notices";

const NoticeSettingsDialog = lazyPiece(
  async () => (await import("./NoticeSettingsDialog")).NoticeSettingsDialog,
  ({ onClose }) => onClose(),
);

/** Largest number that the button shows. */
const MAX_SHOWN = 99;

/** Notice kinds whose text names the shop or charity. */
const NAMES_ITS_TENANT: ReadonlySet<BellNotice["kind"]> = new Set([
  "BANK_CHANGED",
  "RATE_CHANGED",
  "CLOSING_WAITS",
  "REGISTRATION_ANSWERED",
]);

/** Polling interval while the live channel is closed. */
const ASKED_EVERY_MS = 60_000;

/** Notices of the user's workplace, with the number of unread ones. */
export function Bell({ profile }: { profile: Profile }) {
  const id = useId();
  // A new key on navigation closes the pop-up.
  const { key } = useLocation();
  const client = useQueryClient();
  const [isSetting, setIsSetting] = useState(false);
  useNoticeNews(() => void invalidate(client, NOTICES));
  const refetchInterval = useIsChannelOpen() ? false : ASKED_EVERY_MS;
  const notices = useQuery({ ...noticesQuery, refetchInterval });
  const read = useMutation({
    mutationFn: (notice: string) => call("put", "/api/v1/Notices/{id}/read", { path: { id: notice } }),
    meta: { invalidates: NOTICES },
  });
  const readAll = useMutation({
    mutationFn: () => call("post", "/api/v1/Notices/read", {}),
    meta: { invalidates: NOTICES },
  });
  const unread = notices.data?.unread ?? 0;
  const onOpen = (notice: BellNotice) => {
    if (!notice.isRead) read.mutate(notice.id);
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={unread === 0 ? m.bell_none_unread() : m.bell_unread({ count: unread })}
        className={buttonClass({ variant: "quiet" }, "button-icon", "relative")}
      >
        <Icon name="bell" size={22} />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-semibold text-surface"
          >
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        )}
      </button>
      <PopUp key={key} id={id} label={m.bell_title()} className="w-[min(24rem,calc(100vw-2rem))] p-3">
        <div className="flex items-center justify-between gap-2 pl-2">
          <h2 className="text-base font-semibold">{m.bell_title()}</h2>
          <IconButton
            icon="settings"
            label={m.bell_settings()}
            aria-haspopup="dialog"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => setIsSetting(true)}
          />
        </div>
        {notices.isLoadingError && (
          <RetryScene error={notices.error} onRetry={() => void notices.refetch()} />
        )}
        {notices.data?.items.length === 0 && <p className="p-2 text-ink-soft">{m.bell_empty()}</p>}
        <ul>
          {notices.data?.items.map((notice) => (
            <li key={notice.id}>
              <NoticeLink notice={notice} to={noticeLink(notice, profile)} onOpen={() => onOpen(notice)} />
            </li>
          ))}
        </ul>
        {unread > 0 && (
          <Button
            variant="quiet"
            size="small"
            isBusy={readAll.isPending}
            onClick={() => readAll.mutate()}
            className="mt-1 w-full"
          >
            {m.bell_read_all()}
          </Button>
        )}
      </PopUp>
      {isSetting && (
        <Suspense>
          <NoticeSettingsDialog feed={feedOf(profile)} onClose={() => setIsSetting(false)} />
        </Suspense>
      )}
    </>
  );
}

interface NoticeLinkProps {
  notice: BellNotice;
  to: string | undefined;
  onOpen: () => void;
}

function NoticeLink({ notice, to, onOpen }: NoticeLinkProps) {
  const look = cx(
    "flex w-full gap-2.5 rounded-control px-2 py-2.5 text-left text-ink no-underline hover:bg-surface-quiet",
    !notice.isRead && "font-semibold",
  );
  const content = (
    <>
      <span
        aria-hidden="true"
        className={cx("mt-2 size-2 shrink-0 rounded-full", !notice.isRead && "bg-brand")}
      />
      <span className="min-w-0 wrap-anywhere">
        {!notice.isRead && <span className="sr-only">{m.bell_new()}</span>} {noticeSentence(notice)}
        <span className="block text-sm font-normal text-ink-soft">
          {NAMES_ITS_TENANT.has(notice.kind) || notice.tenantName === null ? "" : `${notice.tenantName}, `}
          {formatMoment(notice.createdAt)}
        </span>
      </span>
    </>
  );
  if (to === undefined) {
    return (
      <button type="button" onClick={onOpen} className={cx(look, "cursor-pointer")}>
        {content}
      </button>
    );
  }
  return (
    <Link to={to} onClick={onOpen} className={look}>
      {content}
    </Link>
  );
}
