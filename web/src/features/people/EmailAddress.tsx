/** An email address that breaks only after its "@". */
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
