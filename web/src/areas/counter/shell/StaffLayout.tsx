import "./staff.css";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { CounterLights } from "@/features/counter/CounterLights";
import { ApprovalsLink } from "@/features/counter/approvals/ApprovalsLink";
import { useFeedbackSwitch } from "@/features/counter/feedback";
import { PrivateOutlet } from "@/shared/page/PrivateOutlet";
import { useIsBusy } from "@/shared/page/useIsBusy";
import { Avatar } from "@/ui/list/Avatar";
import { IconButton } from "@/ui/form/IconButton";
import { Toaster } from "@/ui/overlay/Toaster";
import { LoadingBar } from "@/ui/layout/LoadingBar";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { SkipLink } from "@/ui/layout/SkipLink";
import { useIdleLock, lockTill } from "./lock";

const StaffMenu = lazyPiece(
  async () => (await import("./StaffMenu")).StaffMenu,
  ({ onClose }) => onClose(),
);

const ShopName = lazyPiece(
  async () => (await import("./ShopName")).ShopName,
  () => undefined,
);

/** Layout of the counter pages: brand, shop, sound switch and the signed-in clerk. */
export function StaffLayout() {
  const profile = useProfile();
  const shopId = profile?.tenantType === "VENDOR" ? profile.tenantIds[0] : undefined;
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isHeard, setIsHeard] = useFeedbackSwitch();
  useIdleLock(profile?.till ? profile.idleMinutes : undefined);
  return (
    <div className="flex flex-col min-h-dvh">
      <SkipLink>{m.admin_skip()}</SkipLink>
      <header className="work-header sticky top-0 z-(--layer-bar) flex min-h-16 items-center gap-2 max-sm:gap-1 border-b border-line bg-[color-mix(in_oklab,var(--ground),transparent_8%)] px-[clamp(16px,3vw,40px)] backdrop-blur-[10px] not-supports-[backdrop-filter:blur(1px)]:bg-(--ground) print:hidden">
        <LoadingBar isLoading={useIsBusy()} />
        <Link
          to={paths.counter()}
          aria-label={m.counter_logo({ brand: brand.name })}
          className="flex min-h-11 items-center"
        >
          <brand.Logo className="h-8 w-auto" />
        </Link>
        <Suspense>{shopId !== undefined && <ShopName id={shopId} />}</Suspense>
        <span className="grow" />
        <CounterLights />
        <ApprovalsLink />
        <IconButton
          icon={isHeard ? "volume-2" : "volume-x"}
          label={m.counter_feedback()}
          aria-pressed={isHeard}
          onClick={() => setIsHeard(!isHeard)}
          className="flex-none"
        />
        {profile?.till && (
          <Button variant="secondary" size="small" title={m.tills_lock()} onClick={() => void lockTill()}>
            <Icon name="lock" size={18} />
            {/* On a phone, the label doesn't fit beside the brand's logo. */}
            <span className="max-sm:sr-only">{m.tills_lock()}</span>
          </Button>
        )}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsMenuOpen(true)}
          className="button button-quiet max-w-40 px-2"
        >
          {/* Show the first name, because two initials would look like a language switch. */}
          {profile?.firstName ? (
            <span aria-hidden="true" className="truncate font-semibold">
              {profile.firstName}
            </span>
          ) : (
            <Avatar text={profile?.avatarText ?? ""} className="size-9" />
          )}
          <span className="sr-only">{m.counter_menu({ name: profile?.displayName ?? "" })}</span>
        </button>
        {isMenuOpen && (
          <Suspense>
            <StaffMenu onClose={() => setIsMenuOpen(false)} />
          </Suspense>
        )}
      </header>
      <main
        id="main"
        data-staff=""
        tabIndex={-1}
        className="w-full flex-[1_0_auto] px-[clamp(16px,3vw,40px)] [:where(&_h1)]:text-[clamp(1.563rem,1.3rem+1.2vw,2.2rem)] mx-auto max-w-280 pt-5 pb-24"
      >
        <PrivateOutlet />
      </main>
      <Toaster />
    </div>
  );
}
