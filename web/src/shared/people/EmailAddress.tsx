/** An address that is broken after its "@" where there is no room for it, and not in the middle of a word. */
export function EmailAddress({ address }: { address: string }) {
  const [name, domain] = address.split(/(?<=@)/);
  return (
    <span className="wrap-break-word">
      {name}
      {domain && (
        <>
          <wbr />
          {domain}
        </>
      )}
    </span>
  );
}
