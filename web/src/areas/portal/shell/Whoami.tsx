import { Link } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import type { Profile } from "@/session/current";
import { roleName } from "@/features/people/roleName";
import { Avatar } from "@/ui/list/Avatar";
import { cx } from "@/ui/cx";

interface WhoamiProps {
  profile: Profile;
  onGo?: (() => void) | undefined;
  className?: string | undefined;
}

/**
 * Name and roles of the user, with a link to their account. The customer role is omitted, because
 * everyone has it.
 */
export function Whoami({ profile, onGo, className }: WhoamiProps) {
  const roles = profile.roles.filter((role) => role !== "CONSUMER").map(roleName);
  return (
    <Link
      to={paths.account()}
      onClick={onGo}
      className={cx(
        "flex min-h-13 min-w-0 items-center gap-3 rounded-control py-1 pr-3 pl-1 leading-[1.3] text-ink no-underline hover:bg-surface-quiet",
        className,
      )}
    >
      <Avatar text={profile.avatarText} />
      <span className="min-w-0">
        <span className="sr-only">{m.admin_account()}: </span>
        <span className="block truncate font-semibold">{profile.displayName}</span>
        <span className="block truncate text-sm text-ink-soft">{roles.join(", ")}</span>
      </span>
    </Link>
  );
}
