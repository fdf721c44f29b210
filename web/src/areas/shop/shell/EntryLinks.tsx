import { Link } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useIsRestoring, useProfile } from "@/session/current";
import { calledName } from "@/session/profile";
import { Avatar } from "@/ui/list/Avatar";
import { cx } from "@/ui/cx";
import { LinkButton } from "@/ui/form/LinkButton";

/**
 * Links to sign in and register for guests, to the account for users, and to the counter for clerks. Hidden until the session
 * is restored.
 */
export function EntryLinks({ className }: { className?: string | undefined }) {
  const profile = useProfile();
  const isRestoring = useIsRestoring();
  if (profile) {
    return (
      <span className={cx("flex gap-2", className)}>
        {profile.roles.includes("EMPLOYEE") && (
          <LinkButton to={paths.counter()}>{m.shell_counter()}</LinkButton>
        )}
        <Link to={paths.account()} className="button button-quiet button-icon">
          <Avatar text={profile.avatarText} className="size-9" />
          <span className="sr-only">{m.shell_account({ name: calledName(profile) })}</span>
        </Link>
      </span>
    );
  }
  return (
    <span className={cx("flex gap-2", isRestoring && "invisible", className)}>
      <LinkButton to={paths.signIn()} variant="quiet">
        {m.shell_sign_in()}
      </LinkButton>
      <LinkButton to={paths.register()}>{m.shell_register()}</LinkButton>
    </span>
  );
}
