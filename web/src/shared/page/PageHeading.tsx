import type { ComponentProps } from "react";

/**
 * The `h1` of a page. Navigation moves the focus here, so that reading and tabbing start at the
 * top.
 */
export function PageHeading({ children, ...rest }: ComponentProps<"h1">) {
  return (
    <h1 {...rest} tabIndex={-1} data-page-heading="">
      {children}
    </h1>
  );
}
