//! Tests that harmful uploads are refused or made harmless.

use crate::support::{
    TestApp,
    pictures::{chunk, claiming, png, with_chunk},
};

const NOT_PNG: &str = "Only png file is accepted";
const TOO_LARGE: &str = "The maximum file size must be 1MB";
const TOO_MANY_PIXELS: &str = "The picture must be at most 4096 pixels wide and high";

#[tokio::test]
async fn upload_refuses_files_that_are_not_small_png() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let good = png(300, 200, [200, 30, 30]);
    let signature = &good[..8];
    let html = [signature, b"<script>alert(1)</script>"].concat();
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>".to_vec();
    let mut jpeg = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(20, 20)
        .write_to(&mut jpeg, image::ImageFormat::WebP)
        .expect("a picture");
    for (name, bytes, message) in [
        ("empty.png", Vec::new(), NOT_PNG),
        ("page.png", html, NOT_PNG),
        ("drawing.png", svg.clone(), NOT_PNG),
        ("drawing.svg", svg, NOT_PNG),
        ("other.png", jpeg.into_inner(), NOT_PNG),
        ("head.png", good[..40].to_vec(), NOT_PNG),
        ("half.png", good[..good.len() / 2].to_vec(), NOT_PNG),
        ("no-pixels.png", claiming(&good, 0, 0), NOT_PNG),
        ("wide.png", png(5000, 1, [0, 0, 0]), TOO_MANY_PIXELS),
        ("high.png", png(1, 5000, [0, 0, 0]), TOO_MANY_PIXELS),
        ("bomb.png", claiming(&good, 60_000, 60_000), TOO_MANY_PIXELS),
        ("endless.png", claiming(&good, u32::MAX >> 1, u32::MAX >> 1), NOT_PNG),
        ("large.png", [good.clone(), vec![0; 1_048_577 - good.len()]].concat(), TOO_LARGE),
        ("larger.png", vec![0; 9 * 1_048_576], TOO_LARGE),
    ] {
        let reply = admin.call("POST", "/api/v1/File/bucket/vendor").file(name, &bytes).send();
        let refused = reply.await.error(400, "VALIDATION");
        assert_eq!(refused["fields"]["file"], message, "{name}");
    }
    assert_eq!(app.count("SELECT count(*) FROM file").await, 0, "nothing is left of them");
    assert_eq!(app.stored_files(), 0);
}

#[tokio::test]
async fn upload_drops_hidden_chunks_of_a_png() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let good = png(300, 200, [200, 30, 30]);
    let hidden = b"hidden <script>alert(1)</script>";
    let comment = chunk(b"tEXt", &[b"Comment\0".as_slice(), hidden].concat());
    let place = chunk(b"eXIf", &[b"MM\0*\0\0\0\x08".as_slice(), hidden].concat());
    let unknown = chunk(b"scRt", hidden);
    // A colour profile that grows to megabytes when unpacked. Its data are the compressed pixels of
    // a large white picture.
    let white = png(4096, 500, [255, 255, 255]);
    let at = white.windows(4).position(|name| name == b"IDAT").expect("pixels");
    let packed = &white[at + 4..white.len() - 16];
    let profile = chunk(b"iCCP", &[b"profile\0\0".as_slice(), packed].concat());
    for (name, bytes) in [
        ("text.png", with_chunk(&good, &comment)),
        ("exif.png", with_chunk(&good, &place)),
        ("unknown.png", with_chunk(&good, &unknown)),
        ("profile.png", with_chunk(&good, &profile)),
        ("appended.png", [good.as_slice(), hidden].concat()),
        // Names of uploaded files must have no effect.
        ("photo.exe", good.clone()),
        ("../../etc/passwd", good.clone()),
        ("..\\\\..\\\\boot.ini", good.clone()),
        ("<script>.png", good.clone()),
    ] {
        let reply =
            admin.call("POST", "/api/v1/File/bucket/vendor").file(name, &bytes).send().await;
        assert_eq!(reply.status, 200, "{name}: {}", reply.text());
        let key = reply.json()["key"].as_str().expect("a key").to_owned();
        assert!(key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{key}");
        for accept in ["image/png", "image/webp"] {
            let shown =
                app.get(&format!("/files/vendor/{key}")).header("accept", accept).send().await;
            assert_eq!(shown.status, 200, "{name}");
            let has_it = shown.body.windows(6).any(|part| part == b"hidden" || part == b"script");
            assert!(!has_it, "{name} as {accept}");
            let picture = image::load_from_memory(&shown.body).expect("a picture");
            assert_eq!((picture.width(), picture.height()), (300, 200), "{name}");
        }
    }
}

#[tokio::test]
async fn upload_refuses_malformed_multipart_forms() {
    let app = TestApp::new().await;
    let admin = app.sign_in(&app.administrator("adam").await).await;
    let upload = || admin.call("POST", "/api/v1/File/bucket/vendor");
    upload().json("{}").send().await.error(415, "UNSUPPORTED_MEDIA_TYPE");
    upload()
        .header("content-type", "multipart/form-data")
        .body("x")
        .send()
        .await
        .error(415, "UNSUPPORTED_MEDIA_TYPE");
    let form = "multipart/form-data; boundary=b";
    upload()
        .header("content-type", form)
        .body("--b\r\nnonsense")
        .send()
        .await
        .error(400, "BAD_REQUEST");
    let text = "--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--b--\r\n";
    let refused = upload().header("content-type", form).body(text).send().await;
    let refused = refused.error(400, "VALIDATION");
    assert_eq!(refused["fields"]["file"], "File field is required.");
}
