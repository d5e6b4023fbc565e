/** A kind of file that is not plain text, known by its first bytes. */
export interface ForeignFormat {
  readonly what: string
  readonly mend: string
}

interface Signature extends ForeignFormat {
  readonly bytes: string
  readonly at?: number
}

const asText = 'Save it as plain text (TXT, UTF-8) and import that.'
const unpack = 'Unpack it and import the text file inside.'
const notAManuscript = 'Choose the file that holds the text.'

/** The narrower signature stands before the wider: EPUB and DOCX are ZIP archives. */
const signatures: readonly Signature[] = [
  {
    bytes: 'mimetypeapplication/epub+zip',
    at: 30,
    what: 'This is an EPUB.',
    mend: 'Import it as an EPUB (file name ending in .epub), or convert it to TXT.',
  },
  {
    bytes: '[Content_Types].xml',
    at: 30,
    what: 'This is a Word or Office document.',
    mend: asText,
  },
  { bytes: 'PK\x03\x04', what: 'This is a ZIP archive.', mend: unpack },
  { bytes: 'Rar!\x1a\x07', what: 'This is a RAR archive.', mend: unpack },
  { bytes: '7z\xbc\xaf\x27\x1c', what: 'This is a 7-Zip archive.', mend: unpack },
  { bytes: '\x1f\x8b', what: 'This is a gzip archive.', mend: unpack },
  {
    bytes: 'BOOKMOBI',
    at: 60,
    what: 'This is a Kindle book (MOBI).',
    mend: 'Convert it to TXT or EPUB.',
  },
  { bytes: '%PDF-', what: 'This is a PDF.', mend: asText },
  { bytes: '{\\rtf', what: 'This is an RTF document.', mend: asText },
  {
    bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    what: 'This is an old Word or Office document.',
    mend: asText,
  },
  { bytes: '\x89PNG\r\n\x1a\n', what: 'This is a picture (PNG).', mend: notAManuscript },
  { bytes: '\xff\xd8\xff', what: 'This is a picture (JPEG).', mend: notAManuscript },
  { bytes: 'GIF8', what: 'This is a picture (GIF).', mend: notAManuscript },
]

export function foreignFormat(bytes: Uint8Array): ForeignFormat | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 128))
  return signatures.find((signature) => head.startsWith(signature.bytes, signature.at ?? 0))
}
