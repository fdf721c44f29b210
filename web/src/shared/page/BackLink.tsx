import { Link } from "react-router";
import { Icon } from "@/ui/Icon";

interface BackLinkProps {
  to: string;
  children: string;
}

export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link to={to} className="back-link">
      <Icon name="arrow-left" size={20} />
      {children}
    </Link>
  );
}
