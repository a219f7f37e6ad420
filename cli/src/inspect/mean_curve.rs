//! The mean of the curves of several runs, with its interval.

use tetreach::eval::{Interval, mean, t_interval};

/// A curve: places across and values, from left to right.
type CurvePoints = Vec<(f64, f64)>;

/// The mean of curves at the places of the first one that all of them cover, each curve taken as straight between its
/// points, and the 95 % interval of the mean; a curve alone has no interval.
pub fn mean_curve(curves: &[CurvePoints]) -> (CurvePoints, Vec<(f64, f64)>) {
    let Some(first) = curves.first() else { return (Vec::new(), Vec::new()) };
    let mut points = Vec::new();
    let mut band = Vec::new();
    for (x, _) in first {
        let values: Option<Vec<f64>> = curves.iter().map(|curve| value_at(curve, *x)).collect();
        let Some((values, mean)) = values.and_then(|values| mean(values.clone()).map(|mean| (values, mean)))
        else {
            continue;
        };
        points.push((*x, mean));
        band.extend(t_interval(&values).map(|Interval { low, high }| (low.max(0.0), high)));
    }
    (points, band)
}

fn value_at(curve: &[(f64, f64)], x: f64) -> Option<f64> {
    let after = curve.iter().position(|point| point.0 >= x)?;
    let (right_x, right) = curve[after];
    if right_x == x {
        return Some(right);
    }
    let (left_x, left) = curve[after.checked_sub(1)?];
    Some(left + (right - left) * (x - left_x) / (right_x - left_x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_averaged_where_all_of_them_are_known() {
        let curves = [
            vec![(0.0, 0.0), (10.0, 0.5), (20.0, 1.0), (30.0, 1.0)],
            vec![(0.0, 0.2), (20.0, 0.6), (25.0, 0.7)],
        ];
        let (points, band) = mean_curve(&curves);
        assert_eq!(points, [(0.0, 0.1), (10.0, 0.45), (20.0, 0.8)]);
        assert_eq!(band.len(), 3);
        assert!(band.iter().zip(&points).all(|((low, high), (_, mean))| low <= mean && mean <= high));
        let (points, band) = mean_curve(&curves[..1]);
        assert_eq!((points.len(), band.len()), (4, 0));
        assert_eq!(mean_curve(&[]), (Vec::new(), Vec::new()));
    }
}
