import { Link } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { Dialog } from "@/ui/overlay/Dialog";
import { isOnlyClerk } from "@/session/can";
import { useProfile } from "@/session/current";
import { calledName } from "@/session/profile";
import { SignOutButton } from "@/shared/shell/SignOutButton";
import { Avatar } from "@/ui/list/Avatar";
import { LinkButton } from "@/ui/form/LinkButton";
import { LanguageSwitch } from "@/shared/shell/LanguageSwitch";
import { mainLinks } from "./navigationLinks";

interface MenuSheetProps {
  onClose: () => void;
}

/** Menu on phones, with the header's links that don't fit into the bottom bar. */
export function MenuSheet({ onClose }: MenuSheetProps) {
  const profile = useProfile();
  const places = [
    ...mainLinks(),
    ...(profile && !isOnlyClerk(profile) ? [{ label: m.shell_orders(), to: paths.orders() }] : []),
    ...(profile?.roles.includes("EMPLOYEE") ? [{ label: m.shell_counter(), to: paths.counter() }] : []),
    { label: m.shell_faq(), to: paths.faq() },
    { label: m.balance_title(), to: paths.balance() },
    { label: m.shell_about(), to: paths.about() },
    { label: m.shell_admin(), to: paths.admin() },
  ];
  return (
    <Dialog isOpen onClose={onClose} title={m.shell_menu()}>
      <ul className="-mx-3 flex flex-col">
        {places.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={onClose}
              className="flex min-h-13 items-center rounded-control px-3 text-lg font-semibold text-ink no-underline active:bg-surface-quiet"
            >
              {label}
            </Link>
          </li>
        ))}
        <li>
          <LanguageSwitch className="min-h-13 w-full justify-start text-lg" />
        </li>
      </ul>
      {profile ? (
        <div className="mt-4 flex items-center justify-between gap-3 border-t border-line pt-4">
          <Link
            to={paths.account()}
            onClick={onClose}
            className="flex min-w-0 items-center gap-3 font-semibold text-ink no-underline"
          >
            <Avatar text={profile.avatarText} />
            <span className="sr-only">{m.shell_account({ name: calledName(profile) })}</span>
            <span aria-hidden="true" className="truncate">
              {calledName(profile)}
            </span>
          </Link>
          <SignOutButton />
        </div>
      ) : (
        <div className="mt-4 grid grid-cols-2 gap-3">
          <LinkButton to={paths.signIn()} onClick={onClose}>
            {m.shell_sign_in()}
          </LinkButton>
          <LinkButton to={paths.register()} variant="primary" onClick={onClose}>
            {m.shell_register()}
          </LinkButton>
        </div>
      )}
    </Dialog>
  );
}
