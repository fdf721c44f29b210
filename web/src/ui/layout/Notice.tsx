import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";

type NoticeTone = "info" | "success" | "danger";

interface NoticeProps {
  tone?: NoticeTone | undefined;
  children: ReactNode;
  className?: string | undefined;
}

const styles: Record<NoticeTone, { icon: IconName; ground: string; sign: string }> = {
  info: { icon: "info", ground: "bg-surface-tint", sign: "text-brand" },
  success: { icon: "circle-check", ground: "bg-success-quiet", sign: "text-success" },
  danger: { icon: "circle-exclamation-point", ground: "bg-danger-quiet", sign: "text-danger" },
};

/** A message about a whole form or page. Errors are read out at once. */
export function Notice({ tone = "info", children, className }: NoticeProps) {
  const { icon, ground, sign } = styles[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={cx("flex gap-3 rounded-control px-4 py-3.5 text-ink", ground, className)}
    >
      <Icon name={icon} size={22} className={cx("mt-px", sign)} />
      <div className="grow">{children}</div>
    </div>
  );
}
