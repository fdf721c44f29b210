/** Link that skips the header; visible only with keyboard focus. */
export function SkipLink({ children }: { children: string }) {
  return (
    <a
      href="#main"
      className="skip-link fixed top-2 left-2 z-(--layer-skip-link) translate-y-[-80px] rounded-control bg-ink px-5 py-3 font-[650] text-ground focus:translate-y-0 print:hidden"
    >
      {children}
    </a>
  );
}
