//! What the rules refuse: the reason, the number of the rule, what would have been legal; and the
//! round stays as it was.

mod scene;

use domeng::engine::{Action, Illegal, Opening, Reason, Round, Start};
use scene::{Scene, seat};

/// Tries `word` on `round` and returns the refusal.
fn refused(round: &Round, word: &str) -> Illegal {
    let action: Action = word.parse().expect("a move");
    let mut tried = round.clone();
    let refused = tried.play(action, &mut ()).expect_err("not legal");
    assert_eq!(&tried, round, "`{word}` changed the round");
    assert_eq!((refused.action, refused.legal), (action, round.legal()));
    assert_eq!(usize::from(refused.ply), round.history().len());
    assert_eq!(refused.seat, round.to_move());
    refused
}

fn scene() -> Scene {
    Scene::new(0, ["64 00", "54 41 11", "65 22", "66", "33"])
}

#[test]
fn r2_1_a_tile_that_is_not_held() {
    let illegal = refused(&scene().round(), "54");
    assert_eq!((illegal.reason, illegal.rule()), (Reason::NotHeld, "R2.1"));
    // A lead is written without a side.
    assert_eq!(
        illegal.to_string(),
        "seat 0 at ply 0: `54` is not in its hand (R2.1); legal: 00 64"
    );
    // Another's tile, a played one and an unused one, on an end that they would fit.
    let round = scene().play("64").round;
    for word in ["65L", "64L", "63L"] {
        assert_eq!(refused(&round, word).reason, Reason::NotHeld);
    }
    assert_eq!(
        refused(&round, "65L").to_string(),
        "seat 1 at ply 1: `65L` is not in its hand (R2.1); legal: 41R 54R"
    );
}

#[test]
fn r3_2_a_lead_that_is_not_the_double() {
    let start = Start { seat: seat(3), announced: "66".parse().ok() };
    let hands = ["64 00", "54 41 11", "65 22", "66 63", "33"];
    let scene = Scene { start, ..Scene::new(3, hands) };
    let bound = scene.clone().rules(|rules| rules.opening = Opening::Double).round();
    let illegal = refused(&bound, "63");
    assert_eq!((illegal.reason, illegal.rule()), (Reason::Opening, "R3.2"));
    assert_eq!(
        illegal.to_string(),
        "seat 3 at ply 0: `63` is not the double that gave the start (R3.2); legal: 66"
    );
    assert_eq!(refused(&bound, "55").reason, Reason::NotHeld);
    assert!(scene.round().play("63".parse().unwrap(), &mut ()).is_ok());
}

#[test]
fn r4_2_a_tile_on_an_end_that_it_does_not_show() {
    let round = scene().play("64").round;
    let illegal = refused(&round, "54L");
    assert_eq!((illegal.reason, illegal.rule()), (Reason::DoesNotFit, "R4.2"));
    assert_eq!(
        illegal.to_string(),
        "seat 1 at ply 1: `54L` does not fit there (R4.2); legal: 41R 54R"
    );
    assert_eq!(refused(&round, "11R").reason, Reason::DoesNotFit);
    // Ends 6 and 1: [2|2] fits neither.
    let illegal = refused(&scene().play("64 41R").round, "22L");
    assert_eq!((illegal.reason, illegal.allowed()), (Reason::DoesNotFit, "65L".to_owned()));
}

#[test]
fn r4_4_a_pass_with_a_playable_tile() {
    let illegal = refused(&scene().play("64").round, "-");
    assert_eq!((illegal.reason, illegal.rule()), (Reason::MustPlay, "R4.4"));
    assert_eq!(
        illegal.to_string(),
        "seat 1 at ply 1: `-` with a playable tile in hand (R4.4); legal: 41R 54R"
    );
    assert_eq!(refused(&scene().round(), "-").reason, Reason::MustPlay);
}

#[test]
fn r4_5_a_tile_where_only_a_pass_is_legal() {
    let round = Scene::new(0, ["66 55", "11", "22", "33", "44"]).play("66").round;
    let illegal = refused(&round, "11R");
    assert_eq!((illegal.reason, illegal.allowed()), (Reason::DoesNotFit, "-".to_owned()));
    assert_eq!(illegal.to_string(), "seat 1 at ply 1: `11R` does not fit there (R4.2); legal: -");
}

#[test]
fn r5_nothing_after_the_end() {
    let cappu = Scene::new(0, ["64 00", "54", "51", "22", "33"]).play("64 54R").round;
    let blocked = Scene::new(1, ["55", "66 44", "11", "22", "33"]).play("66 - - - - -").round;
    for round in [cappu, blocked] {
        for word in ["51R", "44R", "-"] {
            let illegal = refused(&round, word);
            assert_eq!((illegal.reason, illegal.rule()), (Reason::Over, "R5"));
            assert_eq!(illegal.allowed(), "nothing more");
        }
    }
    let over = Scene::new(0, ["64 00", "54", "51", "22", "33"]).play("64 54R").round;
    assert_eq!(
        refused(&over, "-").to_string(),
        "seat 1 at ply 2: `-` after the end of the round (R5); legal: nothing more"
    );
}
